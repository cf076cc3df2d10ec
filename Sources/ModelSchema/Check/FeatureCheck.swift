extension ModuleCheck {
  /// Removes features that are meaningless for a type, and rejects features without their
  /// prerequisites.
  mutating func features() {
    for index in types.indices {
      types[index].features = settled(types[index])
    }
    let indexes = indexes
    for type in types {
      for (reference, location) in type.references {
        for name in reference.namedTypes {
          guard let index = indexes[name] else { continue }
          checkPart(types[index], of: type, at: location)
        }
      }
    }
  }

  private mutating func settled(_ type: TypeDeclaration) -> Set<Feature> {
    var features = type.features
    if !features.contains(.coding) {
      features.remove(.unknownKeys)
      features = refused(
        features.intersection([.codable]), of: type, from: features, because: "coding")
    }
    guard case .object = type.kind else {
      return features.subtracting([
        .builder, .fetchStatus, .merging, .undo, .hooks, .initNotification, .unknownKeys,
      ])
    }
    features.remove(.matching)
    let stored: Set<Feature> = features.intersection([.hooks, .undo])
    guard features.isSuperset(of: [.equality, .fetchStatus]) else {
      features.remove(.merging)
      return refused(
        features.intersection([.hooks, .undo, .initNotification]), of: type, from: features,
        because: "equality and fetchStatus")
    }
    let hasIdentity = type.allFields.contains(where: \.isIdentifier)
    guard features.isSuperset(of: [.coding, .merging]), hasIdentity else {
      return refused(
        stored, of: type, from: features, because: "coding, merging and a field with %id")
    }
    return features
  }

  private mutating func refused(
    _ stored: Set<Feature>, of type: TypeDeclaration, from features: Set<Feature>,
    because needs: String
  ) -> Set<Feature> {
    for feature in stored.sorted() {
      report(
        .conflictingFeatures, "'\(feature.rawValue)' of '\(type.name)' needs \(needs)",
        mend: "Add what is missing, or exclude '\(feature.rawValue)'.", at: type.location)
    }
    return features
  }

  private mutating func checkPart(
    _ part: TypeDeclaration, of type: TypeDeclaration, at location: SourceLocation
  ) {
    if case .alias = part.kind { return }
    for feature in [Feature.coding, .equality]
    where type.features.contains(feature) && !part.features.contains(feature) {
      report(
        .conflictingFeatures,
        "'\(type.name)' has \(feature.rawValue), but its part '\(part.name)' has not",
        mend: "Include \(feature.rawValue) in '\(part.name)', or exclude it here.", at: location)
    }
  }
}
