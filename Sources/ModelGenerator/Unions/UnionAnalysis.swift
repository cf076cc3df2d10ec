import ModelSchema

/// Facts about the other types of the module that the code of a union depends on.
struct UnionAnalysis {
  let declaration: TypeDeclaration
  let type: UnionType
  /// Finds a type of the module by its full name.
  let lookup: (String) -> TypeDeclaration?

  /// The keys that unions add to objects without a field for them, by the objects' names.
  ///
  /// Such an object ignores the key when it is decoded; the union writes it.
  static func foreignTags(in module: SchemaModule) -> [String: Set<String>] {
    let types = Dictionary(
      module.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [String: Set<String>] = [:]
    for declaration in module.types {
      guard case .union(let type) = declaration.kind, case .string(let path) = type.discriminator,
        path.count == 1
      else { continue }
      let analysis = UnionAnalysis(declaration: declaration, type: type) { types[$0] }
      for one in type.cases {
        guard case .value(let payload) = one.payload,
          let object = analysis.declared(payload), case .object = object.kind,
          !analysis.payloadWritesTag(payload, at: path)
        else { continue }
        result[object.name, default: []].insert(path[0])
      }
    }
    return result
  }

  /// Whether a payload checks the tag again when it is decoded, because it has a constant for it.
  ///
  /// Then the first occurrence of the tag suffices: the payload rejects an object with two
  /// different tags.
  func payloadChecksTag(of one: UnionType.Case, at path: [String]) -> Bool {
    guard case .value(let payload) = one.payload, liesInTaggedObject(payload, at: path) else {
      return one.tags.count == 1
    }
    return one.tags.allSatisfy { tag in
      var seen: Set<[String]> = []
      return every(field: path, in: payload, &seen) { $0.constant == tag && $0.isRequired }
    }
  }

  /// Whether a payload writes the tag itself, because it has a constant or field for it.
  func payloadWritesTag(_ payload: TypeReference, at path: [String]) -> Bool {
    var seen: Set<[String]> = []
    return every(field: path, in: payload, &seen) { _ in true }
  }

  /// Whether all cases of a payload have a field at a path that satisfies a condition.
  private func every(
    field path: [String], in payload: TypeReference, _ seen: inout Set<[String]>,
    _ condition: (Field) -> Bool
  ) -> Bool {
    // A type already being examined adds nothing new.
    guard case .named(let name) = payload, seen.insert([name] + path).inserted else {
      return payload.embeddedType != nil
    }
    switch kind(of: payload) {
    case .object(let object)?:
      return object.fields.contains { field in
        if field.keyPath == path { return condition(field) }
        guard path.starts(with: field.keyPath) else { return false }
        let rest = Array(path.dropFirst(field.keyPath.count))
        return every(field: rest, in: field.type, &seen, condition)
      }
    case .union(let union)?:
      guard case .string = union.discriminator else { return false }
      return union.cases.allSatisfy { one in
        guard case .value(let inner) = one.payload else { return false }
        return every(field: path, in: inner, &seen, condition)
      }
    default: return false
    }
  }

  /// Whether a payload is encoded as the tagged object itself, not as a member of it.
  func liesInTaggedObject(_ payload: TypeReference, at path: [String]) -> Bool {
    if case .object? = kind(of: payload) { return true }
    return payloadWritesTag(payload, at: path)
  }

  /// Whether a case contains a value of the union itself without a reference in between.
  func isIndirect(_ one: UnionType.Case) -> Bool {
    guard type.isRecursive else { return false }
    var seen: Set<String> = []
    var rest = Self.embedded(in: one)
    while let name = rest.popLast() {
      if name == declaration.name { return true }
      guard seen.insert(name).inserted, let next = lookup(name) else { continue }
      switch next.kind {
      case .union(let union): rest += union.cases.flatMap(Self.embedded)
      case .alias(let type): rest += type.embeddedType.map { [$0] } ?? []
      // Objects that contain themselves are stored behind a reference.
      case .object, .enumeration: break
      }
    }
    return false
  }

  private static func embedded(in one: UnionType.Case) -> [String] {
    switch one.payload {
    case .none: []
    case .value(let type): type.embeddedType.map { [$0] } ?? []
    case .fields(let fields): fields.compactMap(\.type.embeddedType)
    }
  }

  /// The kind of the declared type that a payload names, with aliases resolved.
  func kind(of payload: TypeReference) -> TypeDeclaration.Kind? {
    declared(payload)?.kind
  }

  private func declared(_ payload: TypeReference) -> TypeDeclaration? {
    var payload = payload
    for _ in 0..<16 {
      guard case .named(let name) = payload, let next = lookup(name) else { return nil }
      guard case .alias(let type) = next.kind else { return next }
      payload = type
    }
    return nil
  }
}
