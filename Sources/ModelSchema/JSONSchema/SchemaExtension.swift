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
    /// Key paths of the document, each with the member of the model that it fills.
    case members
  }

  /// One of the keywords in a schema.
  struct Use: Hashable {
    let owner: SchemaNode.Key
    let keyword: String
  }

  static let ofProperties: [String: Value] = [
    "x-id": .flag, "x-index": .flag, "x-lazy": .flag, "x-lenient": .flag,
    "x-merge": .text, "x-remote": .members,
    "x-transformer": .name, "x-swift-name": .name, "x-key": .path, "x-legacy-keys": .paths,
  ]

  static let known: [String: Value] = ofProperties.merging(ofSchemas) { own, _ in own }

  private static let ofSchemas: [String: Value] = [
    "x-swift-type": .name, "x-import": .name, "x-ref": .name, "x-storage": .text,
    "x-includes": .texts, "x-excludes": .texts,
    "x-pattern-format": .text, "x-enum-varnames": .texts,
  ]

  /// The keyword that was probably meant; the shortest ones are too close to names of others.
  static func near(_ name: String) -> String? {
    Keyword.near(name, among: known.keys, longerThan: 5)
  }

  struct Problem {
    var code = DiagnosticCode.invalidAnnotation
    let message: String
    let mend: String
    let value: LocatedJSON
  }

  /// What is wrong with the value of a known keyword.
  ///
  /// - Parameter plugins: Names of features that plugins define.
  static func problems(
    of member: LocatedJSON.Member, plugins: Set<String>
  ) -> [Problem] {
    guard let expected = known[member.key] else { return [] }
    let problem: String? =
      switch expected {
      case .flag: member.value.boolean == nil ? "true or false" : nil
      case .text: member.value.string == nil ? "a string" : nil
      case .texts:
        member.value.elements?.allSatisfy { $0.string != nil } ?? false ? nil : "a list of strings"
      case .path: path(member.value) == nil ? "a key or a list of keys" : nil
      case .paths:
        member.value.elements?.allSatisfy { path($0) != nil } ?? false ? nil : "a list of keys"
      case .members: remoteProblem(member.value)
      case .name: isName(member.value.string) ? nil : "a Swift identifier"
      }
    guard let problem else { return words(of: member, plugins) }
    return [
      Problem(
        message: "'\(member.key)' holds \(shown(member.value)), not \(problem)",
        mend: "Write \(problem).", value: member.value)
    ]
  }

  /// Whether a name selects a part of the generated code, or a plugin.
  static func isFeature(_ name: String, among plugins: Set<String>) -> Bool {
    if case .feature = FeatureName(name)?.effect { return true }
    return plugins.contains(name)
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

  private static func words(
    of member: LocatedJSON.Member, _ plugins: Set<String>
  ) -> [Problem] {
    switch member.key {
    case "x-storage":
      guard let text = member.value.string, ObjectType.Storage(rawValue: text) == nil else {
        return []
      }
      return [
        Problem(
          message: "'\(text.printable)' is no way to store a type",
          mend: "Write automatic, inline or copyOnWrite.", value: member.value)
      ]
    case "x-merge":
      guard let text = member.value.string, text != "deep" else { return [] }
      return [
        Problem(
          message: "'\(text.printable)' is no way to merge a property",
          mend: "Write deep, or remove it.", value: member.value)
      ]
    case "x-includes", "x-excludes":
      return (member.value.elements ?? []).compactMap { word in
        guard let text = word.string, !isFeature(text, among: plugins) else {
          return nil
        }
        let names = Feature.allCases.map(\.rawValue).joined(separator: ", ")
        return Problem(
          code: .unknownFeature, message: "there is no feature '\(text.printable)'",
          mend: "Use one of: \(names).", value: word)
      }
    default: return []
    }
  }
}
