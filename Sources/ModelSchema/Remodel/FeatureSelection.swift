/// The features of one type: the defaults, then each list applied on top of the previous ones.
struct FeatureSelection {
  private var effects: [String: FeatureName.Effect] = [:]
  /// The user's plugins in the order of their inclusion.
  private(set) var plugins: [String] = []
  /// The user's plugins that a list excludes, and no later one includes.
  private(set) var excludedPlugins: [String] = []
  /// Whether a list names coding; by default a type has it where it can.
  private(set) var wantsCoding = false

  init() {
    for name in FeatureName.defaults { effects[name.key] = name.effect }
  }

  /// Adds and removes features; unknown names are reported elsewhere.
  mutating func apply(includes: [String], excludes: [String]) {
    for name in includes {
      if let known = FeatureName(name) {
        effects[known.key] = known.effect
        if known.effect == .feature(.coding) { wantsCoding = true }
      } else {
        move(name, from: &excludedPlugins, to: &plugins)
      }
    }
    for name in excludes {
      if let known = FeatureName(name) {
        effects[known.key] = nil
      } else {
        move(name, from: &plugins, to: &excludedPlugins)
      }
    }
  }

  /// Tells plugins whether the type includes or excludes them.
  func pluginAnnotations(at location: SourceLocation) -> [Annotation] {
    let choices = plugins.map { ("includes", $0) } + excludedPlugins.map { ("excludes", $0) }
    return choices.map { list, plugin in
      Annotation(name: list, values: [.init(key: "name", value: plugin)], location: location)
    }
  }

  private func move(_ name: String, from old: inout [String], to new: inout [String]) {
    old.removeAll { $0 == name }
    if !new.contains(name) { new.append(name) }
  }

  /// Removes the coding of a type that cannot have it.
  mutating func removeCoding() {
    apply(includes: [], excludes: [Feature.coding.rawValue])
  }

  var features: Set<Feature> {
    Set(effects.values.compactMap { if case .feature(let feature) = $0 { feature } else { nil } })
  }

  var assumesNonnull: Bool { effects.values.contains(.assumeNonnull) }

  var refusesDescription: Bool { effects.values.contains(.refuseDescription) }
}
