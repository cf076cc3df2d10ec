/// The features of one type: the defaults, then each list applied on top of the previous ones.
struct FeatureSelection {
  private var effects: [String: FeatureName.Effect] = [:]
  /// The user's plugins in the order of their inclusion.
  private(set) var plugins: [String] = []

  init() {
    for name in FeatureName.defaults { effects[name.key] = name.effect }
  }

  /// Adds and removes features; unknown names are reported elsewhere.
  mutating func apply(includes: [String], excludes: [String]) {
    for name in includes {
      if let known = FeatureName(name) {
        effects[known.key] = known.effect
      } else if !plugins.contains(name) {
        plugins.append(name)
      }
    }
    for name in excludes {
      if let known = FeatureName(name) {
        effects[known.key] = nil
      } else {
        plugins.removeAll { $0 == name }
      }
    }
  }

  var features: Set<Feature> {
    Set(effects.values.compactMap { if case .feature(let feature) = $0 { feature } else { nil } })
  }

  var assumesNonnull: Bool { effects.values.contains(.assumeNonnull) }

  var refusesDescription: Bool { effects.values.contains(.refuseDescription) }
}
