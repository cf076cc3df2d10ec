/// A name in `includes(…)`, `excludes(…)` or a configuration file.
///
/// Each feature of this compiler has its own name and those of the Remodel plugins with the same
/// effect. Most other Remodel plugins generate what a Swift struct already has.
struct FeatureName: Hashable, Sendable {
  enum Effect: Hashable, Sendable {
    case feature(Feature)
    /// Pointers are non-null unless marked otherwise.
    case assumeNonnull
    /// A field named `description` is rejected.
    case refuseDescription
    /// Swift's structs and enums always behave this way.
    case always
    /// It concerns the layout of Objective-C files.
    case objectiveCOnly
  }

  /// The same for all names of one feature, so that one name can exclude what another included.
  var key: String
  var effect: Effect

  /// The meaning of a name; nil if it has none.
  init?(_ name: String) {
    guard let known = Self.table[name] else { return nil }
    self = known
  }

  private init(key: String, effect: Effect) {
    self.key = key
    self.effect = effect
  }

  /// The features of every type before anything is included or excluded.
  static let defaults: [FeatureName] = Feature.defaults.sorted().map { .init($0) }

  static var allNames: some Sequence<String> { table.keys }

  /// The same for all names of one feature; a name of a user's plugin is its own key.
  static func key(of name: String) -> String { table[name]?.key ?? name }

  private init(_ feature: Feature) {
    self.init(key: feature.rawValue, effect: .feature(feature))
  }

  private static let table: [String: FeatureName] = {
    var table: [String: FeatureName] = [
      "RMAssumeNonnull": .init(key: "RMAssumeNonnull", effect: .assumeNonnull),
      "RMBuilder": .init(.builder),
      "RMCoding": .init(.coding),
      "RMDescription": .init(.description),
      "RMDescriptionAttributeError": .init(
        key: "RMDescriptionAttributeError", effect: .refuseDescription),
      "RMEquality": .init(.equality),
      "RMFetchStatus": .init(.fetchStatus),
      "VoidMatching": .init(.matching),
    ]
    for feature in Feature.allCases { table[feature.rawValue] = .init(feature) }
    // Swift's single generic `match` replaces all of these, and stays while one of them is
    // included.
    for name in [
      "BoolMatching", "DoubleMatching", "GenericMatching", "IntegerMatching", "TemplatedMatching",
    ] {
      table[name] = .init(key: name, effect: .feature(.matching))
    }
    for name in [
      "AlgebraicTypeInitialization", "RMAssertNullability", "RMCodingTypeSafety", "RMCopying",
      "RMCopyingTypeSafety", "RMImmutableIvars", "RMImmutableProperties", "RMInitNewUnavailable",
      "RMSubclassingRestricted", "RMValueObjectSemantics",
    ] {
      table[name] = .init(key: name, effect: .always)
    }
    for name in [
      "RenderCPlusPlusFile", "SkipImportsInImplementation", "UseForwardDeclarations",
    ] {
      table[name] = .init(key: name, effect: .objectiveCOnly)
    }
    return table
  }()
}
