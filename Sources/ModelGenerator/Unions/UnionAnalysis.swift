import ModelSchema

/// What has to be known of the other types of the module before a union can be written.
struct UnionAnalysis {
  let declaration: TypeDeclaration
  let type: UnionType
  /// Finds a type of the module by its full name.
  let lookup: (String) -> TypeDeclaration?

  /// The keys that unions put into objects which have no field for them, by the objects' names.
  ///
  /// Such an object reads over the key: it is the union's, which writes it again.
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

  /// Whether a payload checks the tag again when it is decoded, as a constant of its own.
  ///
  /// Then the tag need only be looked for up to the first place where it stands: an object that
  /// holds it twice, differing, is refused by its payload.
  func payloadChecksTag(of one: UnionType.Case, at path: [String]) -> Bool {
    guard case .value(let payload) = one.payload, liesInTaggedObject(payload, at: path) else {
      return one.tags.count == 1
    }
    return one.tags.allSatisfy { tag in
      var seen: Set<[String]> = []
      return every(field: path, in: payload, &seen) { $0.constant == tag && $0.isRequired }
    }
  }

  /// Whether a payload writes the tag itself, as a constant or a field of its own.
  func payloadWritesTag(_ payload: TypeReference, at path: [String]) -> Bool {
    var seen: Set<[String]> = []
    return every(field: path, in: payload, &seen) { _ in true }
  }

  /// Whether there is a field at a path below a payload, in all its cases, and fits a condition.
  private func every(
    field path: [String], in payload: TypeReference, _ seen: inout Set<[String]>,
    _ condition: (Field) -> Bool
  ) -> Bool {
    // What is being looked at already says nothing new.
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

  /// Whether a payload is written as the object that holds the tag, and not as a member of it.
  func liesInTaggedObject(_ payload: TypeReference, at path: [String]) -> Bool {
    if case .object? = kind(of: payload) { return true }
    return payloadWritesTag(payload, at: path)
  }

  /// Whether a case holds a value of the union itself, with no reference on the way.
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
      // Objects that hold themselves lie behind a reference.
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

  /// The kind of the declared type that a payload names, with other names followed.
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
