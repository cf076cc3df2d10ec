/// A name that may stand in `includes(…)`, `excludes(…)` and in configuration files.
///
/// The features of this compiler go by their own names and by those of the Remodel plugins that do
/// the same. Most other plugins of Remodel's do what a Swift struct has by itself.
struct FeatureName: Hashable, Sendable {
  enum Effect: Hashable, Sendable {
    case feature(Feature)
    /// Pointers are not nil unless they say so.
    case assumeNonnull
    /// A field called `description` is refused.
    case refuseDescription
    /// Swift's structs and enums are like that, and cannot be otherwise.
    case always
    /// It says how Objective-C files are laid out.
    case objectiveCOnly
  }

  /// The same for all names of one thing, so that one of them takes back what another one put in.
  var key: String
  var effect: Effect

  /// The meaning of a name; nil when it has none.
  init?(_ name: String) {
    guard let known = Self.table[name] else { return nil }
    self = known
  }

  private init(key: String, effect: Effect) {
    self.key = key
    self.effect = effect
  }

  /// What every type has before anything is included or excluded.
  static let defaults: [FeatureName] = Feature.defaults.sorted().map { .init($0) }

  static var allNames: some Sequence<String> { table.keys }

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
    // Swift's one generic `match` is all of these, and stays as long as one of them is wanted.
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
