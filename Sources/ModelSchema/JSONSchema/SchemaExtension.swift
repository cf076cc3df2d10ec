/// The keywords beginning with `x-` that the compiler knows; all others are kept as annotations.
///
/// They correspond to the annotations of `.value` files.
enum SchemaExtension {
  enum Value {
    case flag
    case text
    case texts
    case name
    /// A key, or several from the outermost inwards.
    case path
    case paths
  }

  static let known: [String: Value] = [
    // Allowed on properties.
    "x-id": .flag, "x-index": .flag, "x-lazy": .flag, "x-lenient": .flag,
    "x-transformer": .name, "x-swift-name": .name, "x-key": .path, "x-legacy-keys": .paths,
    // Allowed on every schema.
    "x-swift-type": .name, "x-import": .name, "x-storage": .text,
    "x-includes": .texts, "x-excludes": .texts,
    "x-pattern-format": .text, "x-enum-varnames": .texts,
  ]

  static func check(_ member: LocatedJSON.Member, of node: SchemaNode, with lint: SchemaLint) {
    guard let expected = known[member.key] else { return }
    let problem: String? =
      switch expected {
      case .flag: member.value.boolean == nil ? "true or false" : nil
      case .text: member.value.string == nil ? "a string" : nil
      case .texts:
        member.value.elements?.allSatisfy { $0.string != nil } ?? false ? nil : "a list of strings"
      case .path: path(member.value) == nil ? "a key or a list of keys" : nil
      case .paths:
        member.value.elements?.allSatisfy { path($0) != nil } ?? false ? nil : "a list of keys"
      case .name: isName(member.value.string) ? nil : "a Swift identifier"
      }
    if let problem {
      lint.report(
        .invalidAnnotation, "'\(member.key)' holds \(shown(member.value)), not \(problem)",
        mend: "Write \(problem).", at: member.value, in: node.file)
    }
    checkWords(member, of: node, with: lint)
  }

  /// The keys of `"a"` or `["a", "b"]`.
  static func path(_ value: LocatedJSON) -> [String]? {
    if let key = value.string { return [key] }
    guard let elements = value.elements, !elements.isEmpty else { return nil }
    let keys = elements.compactMap(\.string)
    return keys.count == elements.count ? keys : nil
  }

  private static func shown(_ value: LocatedJSON) -> String {
    value.string.map { "'\($0.printable)'" } ?? value.kindName
  }

  /// The name in a keyword; nil if it is something else, which is already reported.
  static func name(_ value: LocatedJSON?) -> String? {
    guard let text = value?.string, isName(text) else { return nil }
    return text
  }

  /// A dotted name of identifiers.
  private static func isName(_ text: String?) -> Bool {
    guard let text, !text.isEmpty else { return false }
    return text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { SwiftName.isIdentifier(String($0)) }
  }

  private static func checkWords(
    _ member: LocatedJSON.Member, of node: SchemaNode, with lint: SchemaLint
  ) {
    switch member.key {
    case "x-storage":
      guard let text = member.value.string, ObjectType.Storage(rawValue: text) == nil else {
        return
      }
      lint.report(
        .invalidAnnotation, "'\(text.printable)' is no way to store a type",
        mend: "Write automatic, inline or copyOnWrite.", at: member.value, in: node.file)
    case "x-includes", "x-excludes":
      for word in member.value.elements ?? [] {
        guard let text = word.string, Feature(rawValue: text) == nil else { continue }
        lint.report(
          .unknownFeature, "there is no feature '\(text.printable)'",
          mend: "Use one of: \(Feature.allCases.map(\.rawValue).joined(separator: ", ")).",
          at: word, in: node.file)
      }
    default: break
    }
  }
}
