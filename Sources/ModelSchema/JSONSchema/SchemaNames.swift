/// Changes the names of types once all of them are known.
enum SchemaNames {
  /// The types, with a prefix to the names of those that are not nested in another.
  static func prefixed(_ types: [TypeDeclaration], by prefix: String) -> [TypeDeclaration] {
    guard !prefix.isEmpty else { return types }
    return types.map { type in
      var copy = type.mapTypes { $0.renaming { prefix + $0 } }
      copy.name = prefix + type.name
      return copy
    }
  }

  /// The types, with nested ones renamed that share their name with a top-level type.
  ///
  /// Otherwise they would hide that type where it is used inside them.
  static func separated(_ types: [TypeDeclaration]) -> [TypeDeclaration] {
    var outer: Set<String> = []
    var all: Set<String> = []
    for type in types {
      all.insert(type.name)
      if !type.name.contains(".") { outer.insert(type.name) }
      for (reference, _) in type.references { outer.formUnion(elsewhere(reference)) }
    }
    var renamed: [String: String] = [:]
    for name in all.sorted() {
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count > 1, let last = parts.last, outer.contains(last) else { continue }
      let scope = parts.dropLast().joined(separator: ".")
      var new = last + "Value"
      while all.contains("\(scope).\(new)") || outer.contains(new) { new += "2" }
      renamed[name] = new
    }
    guard !renamed.isEmpty else { return types }
    let rename = { Self.rename($0, by: renamed) }
    return types.map { type in
      var copy = type.mapTypes { $0.renaming(rename) }
      copy.name = rename(type.name)
      return copy
    }
  }

  /// The Swift types outside the module in a reference.
  private static func elsewhere(_ type: TypeReference) -> [String] {
    switch type {
    case .identifier(let name): [name]
    case .external(let name, _): name.split(separator: ".").prefix(1).map(String.init)
    case .array(let element), .set(let element), .optional(let element): elsewhere(element)
    case .map(let key, let value): elsewhere(key) + elsewhere(value)
    default: []
    }
  }

  /// The name with renamed parts replaced.
  private static func rename(_ name: String, by renamed: [String: String]) -> String {
    var path: [Substring] = []
    var result: [String] = []
    for part in name.split(separator: ".") {
      path.append(part)
      result.append(renamed[path.joined(separator: ".")] ?? String(part))
    }
    return result.joined(separator: ".")
  }
}
