extension ValidationRun {
  /// Checks an object against its fields.
  ///
  /// - Parameter knownKeys: Keys that belong to the context of the type, such as a tag.
  mutating func check(
    _ value: LocatedJSON, _ object: ObjectType, of declaration: TypeDeclaration?,
    knownKeys: Set<String>
  ) {
    guard let members = value.members else {
      return report("expected an object, found \(value.kindName)", at: value)
    }
    checkConstraints(value, declaration?.annotations ?? [], ofElements: false)
    for field in object.fields { check(field, in: value) }
    var known = knownKeys
    for field in object.fields {
      let paths = [field.keyPath] + field.legacyKeyPaths + field.remoteMembers.map(\.keyPath)
      for path in paths { path.first.map { _ = known.insert($0) } }
    }
    for member in members where !known.contains(member.key) {
      checkAdditional(member, object.additional)
    }
  }

  private mutating func checkAdditional(
    _ member: LocatedJSON.Member, _ additional: ObjectType.AdditionalMembers
  ) {
    switch additional {
    case .unknown: break
    case .refused:
      at(.key(member.key)) { run in
        run.report("the key is not allowed here", at: member.keyRange.lowerBound)
      }
    case .values(let type):
      at(.key(member.key)) { $0.check(member.value, as: type) }
    case .patterns(let patterns):
      for pattern in patterns {
        guard let expression = cachedPattern(pattern.expression) else { continue }
        let matches = expression.matches(member.key)
        at(.key(member.key)) { run in
          if matches == nil {
            run.report(
              "the key could not be checked against a pattern: too many steps",
              at: member.keyRange.lowerBound)
          } else if matches == true {
            run.check(member.value, as: pattern.type)
          }
        }
      }
    }
  }

  // MARK: - Fields

  private mutating func check(_ field: Field, in object: LocatedJSON) {
    if checkRemote(field, in: object) { return }
    for path in [field.keyPath] + field.legacyKeyPaths where find(path[...], in: object) != nil {
      return check(field, path[...], in: object)
    }
    guard field.isRequired, field.defaultValue == nil, !isPartial else { return }
    report(
      "the key \"\(field.keyPath.joined(separator: ".").printable)\" is missing",
      at: object, severity: .error)
  }

  func find(_ path: ArraySlice<String>, in object: LocatedJSON) -> LocatedJSON? {
    guard let key = path.first else { return object }
    return object[key].flatMap { find(path.dropFirst(), in: $0) }
  }

  private mutating func check(
    _ field: Field, _ path: ArraySlice<String>, in object: LocatedJSON
  ) {
    guard let key = path.first else { return check(object, of: field) }
    guard let value = object[key] else { return }
    at(.key(key)) { $0.check(field, path.dropFirst(), in: value) }
  }

  mutating func check(_ value: LocatedJSON, of field: Field) {
    if let constant = field.constant {
      guard value.string != constant else { return }
      let found = value.string.map { "\"\($0.printable)\"" } ?? value.kindName
      return report("expected \"\(constant.printable)\", found \(found)", at: value)
    }
    if value.isNull, field.isNullable { return }
    guard field.transformer == nil else { return }
    leniently(field.policy == .lenient && canLose(value, of: field)) { run in
      run.check(value, as: field.type)
      run.checkConstraints(value, field.annotations, ofElements: false)
      let elements =
        value.elements.map { $0.enumerated().map { (Step.index($0.offset), $0.element) } }
        ?? value.members.map { $0.map { (Step.key($0.key), $0.value) } } ?? []
      guard field.annotations.contains(where: { $0.values.count > 1 }) else { return }
      for (step, element) in elements {
        run.at(step) { $0.checkConstraints(element, field.annotations, ofElements: true) }
      }
    }
  }

  /// Whether a lenient field can do without the value, or without elements of it: nothing stands in
  /// for a required field as a whole.
  private func canLose(_ value: LocatedJSON, of field: Field) -> Bool {
    guard field.isRequired else { return true }
    switch field.type {
    case .array, .set, .orderedSet: return value.elements != nil
    case .map: return value.members != nil
    default: return false
    }
  }

  // MARK: - Unions

  mutating func check(_ value: LocatedJSON, _ union: UnionType) {
    switch union.discriminator {
    case .kind: checkKind(value, union)
    case .singleKey: checkSingleKey(value, union)
    case .string(let path): checkTag(value, union, path)
    }
  }

  private mutating func unknown(_ message: String, _ value: LocatedJSON, _ union: UnionType) {
    report(message, at: value, severity: union.keepsUnknown ? .warning : .error)
  }

  private mutating func checkKind(_ value: LocatedJSON, _ union: UnionType) {
    let names: [String] =
      if case .number = value.content { ["integer", "number"] } else { JSONKinds(of: value).names }
    let found = names.compactMap { name in
      union.cases.first { one in
        (one.tags.isEmpty ? kinds(of: one.payload) : one.tags).contains(name)
          && (name != "integer" || isInteger(value, one.payload))
      }
    }.first
    guard let found else { return unknown("no case is \(value.kindName)", value, union) }
    if case .value(let type) = found.payload { check(value, as: type) }
  }

  /// Whether a case for whole numbers can hold the value; the decoder reads one that is too great as
  /// the number it also is.
  private func isInteger(_ value: LocatedJSON, _ payload: UnionType.Case.Payload) -> Bool {
    guard case .value(let type) = payload, case .integer(let bits, let isSigned) = resolved(type)
    else { return value.integer != nil }
    return Self.fits(value, bits ?? 64, isSigned)
  }

  private func kinds(of payload: UnionType.Case.Payload) -> [String] {
    guard case .value(let type) = payload else { return ["object"] }
    switch resolved(type) {
    case .boolean: return ["boolean"]
    case .integer: return ["integer"]
    case .floatingPoint: return ["number"]
    case .array, .set, .orderedSet: return ["array"]
    case .map, .jsonObject: return ["object"]
    case .named(let name):
      guard case .enumeration(let enumeration) = types[name]?.kind else { return ["object"] }
      if case .integer = enumeration.cases.first?.rawValue { return ["integer"] }
      return ["string"]
    default: return ["string"]
    }
  }

  /// The type with aliases resolved.
  private func resolved(_ type: TypeReference) -> TypeReference {
    var type = type
    for _ in 0..<32 {
      guard case .named(let name) = type, case .alias(let next) = types[name]?.kind else { break }
      type = next
    }
    return type
  }

  private mutating func checkSingleKey(_ value: LocatedJSON, _ union: UnionType) {
    guard let members = value.members else {
      return report("expected an object, found \(value.kindName)", at: value)
    }
    guard members.count == 1, let member = members.first else {
      return unknown("expected an object of one key, found \(members.count)", value, union)
    }
    guard let found = union.cases.first(where: { $0.tags.contains(member.key) }) else {
      return unknown("no case is called \"\(member.key.printable)\"", value, union)
    }
    at(.key(member.key)) { run in
      switch found.payload {
      case .none: break
      case .value(let type): run.check(member.value, as: type)
      case .fields(let fields):
        run.check(member.value, ObjectType(fields: fields), of: nil, knownKeys: [])
      }
    }
  }

  private mutating func checkTag(_ value: LocatedJSON, _ union: UnionType, _ path: [String]) {
    guard value.members != nil else {
      return report("expected an object, found \(value.kindName)", at: value)
    }
    let name = path.joined(separator: ".").printable
    guard let tag = find(path[...], in: value)?.string else {
      return unknown("\"\(name)\" holds no string to tell the case by", value, union)
    }
    guard let found = union.cases.first(where: { $0.tags.contains(tag) }) else {
      return unknown("no case has \"\(tag.printable)\" in \"\(name)\"", value, union)
    }
    let tagKeys = Set(path.prefix(1))
    switch found.payload {
    case .none: break
    case .fields(let fields):
      check(value, ObjectType(fields: fields), of: nil, knownKeys: tagKeys)
    case .value(let type): checkPayload(value, resolved(type), tagKeys)
    }
  }

  /// The payload is the object itself, or its member `value`.
  private mutating func checkPayload(
    _ value: LocatedJSON, _ type: TypeReference, _ tagKeys: Set<String>
  ) {
    if case .named(let name) = type, let declaration = types[name] {
      switch declaration.kind {
      case .object(let object):
        return check(value, object, of: declaration, knownKeys: tagKeys)
      case .union: return check(value, as: type)
      case .enumeration, .alias: break
      }
    }
    switch type {
    case .map, .jsonObject, .json, .external: check(value, as: type)
    default:
      guard let inner = value["value"] else {
        return report("the key \"value\" is missing", at: value)
      }
      at(.key("value")) { $0.check(inner, as: type) }
    }
  }
}
