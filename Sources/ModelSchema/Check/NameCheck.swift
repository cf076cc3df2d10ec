extension ModuleCheck {
  /// Rejects invalid identifiers, and renames those that collide with the generated code.
  mutating func names() {
    renameReservedTypes()
    var nested: [String: Set<String>] = [:]
    for type in types {
      guard let dot = type.name.lastIndex(of: ".") else { continue }
      nested[String(type.name[..<dot]), default: []]
        .insert(String(type.name[type.name.index(after: dot)...]))
    }
    for index in types.indices {
      checkTypeName(types[index])
      types[index] = checkMembers(of: types[index], beside: nested[types[index].name] ?? [])
    }
  }

  private mutating func checkTypeName(_ type: TypeDeclaration) {
    let parts = type.name.split(separator: ".", omittingEmptySubsequences: false)
    if !parts.allSatisfy({ SwiftName.isIdentifier(String($0)) }) {
      report(
        .invalidName, "'\(type.name.printable)' is not a valid name for a type",
        mend: "Use letters, digits and underscores, \(SwiftName.maximumByteCount) at most.",
        at: type.location)
    }
  }

  private mutating func renameReservedTypes() {
    var renamed: [String: String] = [:]
    let taken = Set(types.map(\.name))
    let used = namesUsedByRoots()
    // An enclosing type is renamed before its nested types.
    let depths = types.map { type in type.name.count { $0 == "." } }
    for (type, _) in zip(types, depths).sorted(by: { $0.1 < $1.1 }) {
      let parts = type.name.split(separator: ".").map(String.init)
      guard let root = parts.first, let last = parts.last else { continue }
      // A nested type hides a type of the same name from all enclosing types.
      let isHiding =
        parts.count > 1 && used[root]?.contains(last) == true || parts.dropLast().contains(last)
      guard isReserved(last, depth: parts.count) || isHiding else { continue }
      let outer = Self.rename(parts.dropLast().joined(separator: "."), by: renamed)
      let owners = Set(parts.dropLast()).union(outer.split(separator: ".").map(String.init))
      var name = last + "Value"
      var number = 1
      while taken.contains((parts.dropLast() + [name]).joined(separator: "."))
        || owners.contains(name)
      {
        number += 1
        name = "\(last)Value\(number)"
      }
      renamed[type.name] = (parts.dropLast() + [name]).joined(separator: ".")
      report(
        .invalidName,
        "the type '\(type.name)' is renamed to '\(name)' in Swift: the generated code needs the name",
        at: type.location, severity: .warning)
    }
    guard !renamed.isEmpty else { return }
    let rename = { Self.rename($0, by: renamed) }
    types = types.map { type in
      var copy = type.mapTypes { $0.renaming(rename) }
      copy.name = rename(type.name)
      return copy
    }
  }

  /// The types that a top-level type, or one nested in it, refers to; by the name of the top-level
  /// type.
  private func namesUsedByRoots() -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for type in types {
      let root = String(type.name.prefix { $0 != "." })
      let names = type.references.flatMap(\.type.namedTypes).filter { !$0.contains(".") }
      result[root, default: []].formUnion(names)
    }
    return result
  }

  private func isReserved(_ name: String, depth: Int) -> Bool {
    ReservedNames.types.contains(name) || depth > 1 && ReservedNames.nestedTypes.contains(name)
  }

  /// Replaces the longest renamed prefix of a name, repeatedly, from the outermost part inwards.
  private static func rename(_ name: String, by renamed: [String: String]) -> String {
    var result: [String] = []
    var original: [String] = []
    for part in name.split(separator: ".").map(String.init) {
      original.append(part)
      let new = renamed[original.joined(separator: ".")]
      result.append(new.map { String($0.split(separator: ".").last ?? "") } ?? part)
    }
    return result.joined(separator: ".")
  }

  private mutating func checkMembers(
    of type: TypeDeclaration, beside nested: Set<String>
  ) -> TypeDeclaration {
    var type = type
    switch type.kind {
    case .object(var object):
      object.fields = checkFields(
        object.fields, in: type, reserved: reserved(beside: object.fields, nested))
      type.kind = .object(object)
    case .union(var union):
      union.cases = union.cases.map { one in
        guard case .fields(let fields) = one.payload else { return one }
        var copy = one
        copy.payload = .fields(checkFields(fields, in: type, reserved: []))
        return copy
      }
      type.kind = .union(union)
      moveCasesAside(in: &type, beside: nested)
    case .enumeration: moveCasesAside(in: &type, beside: nested)
    case .alias: break
    }
    return type
  }

  /// Renames cases that would hide members of their type, together with all uses.
  private mutating func moveCasesAside(
    in type: inout TypeDeclaration, beside nested: Set<String>
  ) {
    let reserved = ReservedNames.cases.union(nested)
    switch type.kind {
    case .union(var union):
      for index in union.cases.indices {
        moveAside(
          &union.cases[index].name, from: reserved, of: type.name, at: union.cases[index].location)
      }
      type.kind = .union(union)
    case .enumeration(var enumeration):
      for index in enumeration.cases.indices {
        let former = enumeration.cases[index].name
        moveAside(
          &enumeration.cases[index].name, from: reserved, of: type.name,
          at: enumeration.cases[index].location)
        if enumeration.defaultCase == former {
          enumeration.defaultCase = enumeration.cases[index].name
        }
      }
      type.kind = .enumeration(enumeration)
    case .object, .alias: break
    }
  }

  private mutating func moveAside(
    _ name: inout String, from reserved: Set<String>, of type: String, at location: SourceLocation
  ) {
    guard reserved.contains(name) else { return }
    let former = name
    name += "Value"
    report(
      .invalidName,
      "the case '\(former)' of '\(type)' is renamed to '\(name)' in Swift: the generated code needs the name",
      at: location, severity: .warning)
  }

  private mutating func checkFields(
    _ fields: [Field], in type: TypeDeclaration, reserved: Set<String>
  ) -> [Field] {
    var seen: [String: SourceLocation] = [:]
    var result: [Field] = []
    let taken = Set(fields.map(\.name))
    for field in fields {
      var field = field
      guard SwiftName.isIdentifier(field.name) else {
        report(
          .invalidName, "'\(field.name.printable)' is not a valid name for a field",
          mend: "Use letters, digits and underscores.", at: field.location)
        continue
      }
      if let first = seen[field.name] {
        report(
          .duplicateField,
          "'\(type.name)' has two fields '\(field.name)'; the first is in line \(first.line)",
          mend: "Give one of the two another name.", at: field.location)
        continue
      }
      seen[field.name] = field.location
      if case .enumCase(let name) = field.defaultValue, ReservedNames.cases.contains(name) {
        field.defaultValue = .enumCase(name + "Value")
      }
      if reserved.contains(field.name), !(field.isIdentifier && field.name == "id") {
        moveAside(&field, taken: taken.union(reserved))
      }
      result.append(field)
    }
    return result
  }

  /// The names that no field of an object can have; `id` belongs to the identity, whatever its
  /// field's name is.
  private func reserved(beside fields: [Field], _ nested: Set<String>) -> Set<String> {
    let names = ReservedNames.members.union(nested)
    return fields.contains(where: \.isIdentifier) ? names.union(["id"]) : names
  }

  private mutating func moveAside(_ field: inout Field, taken: Set<String>) {
    let former = field.name
    var number = 0
    repeat {
      number += 1
      field.name = former + (number == 1 ? "Value" : "Field" + (number > 2 ? "\(number)" : ""))
    } while taken.contains(field.name)
    report(
      .invalidName,
      "the field '\(former)' is renamed to '\(field.name)' in Swift: the generated code needs the name",
      at: field.location, severity: .warning)
  }
}

extension String {
  /// The text with everything but printable ASCII replaced, cut at 60 characters: safe for a
  /// terminal.
  package var printable: String {
    let shown = unicodeScalars.prefix(60).map { scalar in
      (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
    }
    return String(shown) + (unicodeScalars.count > 60 ? "…" : "")
  }
}
