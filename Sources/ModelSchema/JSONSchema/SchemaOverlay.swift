/// Keywords that a separate file adds to schemas, which somebody else may maintain.
struct SchemaOverlay {
  /// The keywords for one schema.
  struct Change {
    /// The normalised path of the schema's file.
    let path: String
    /// Where the schema is in its file.
    let tokens: [String]
    /// The address as it was written.
    let address: LocatedJSON.Member
    let keywords: [LocatedJSON.Member]
  }

  let source: SourceFile
  private let plugins: Set<String>
  private(set) var changes: [Change] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads an overlay.
  ///
  /// - Parameters:
  ///   - owner: The file that the overlay is beside, which its addresses leave out; nil if each
  ///     address names a file.
  ///   - plugins: Names of features that plugins define.
  init(_ source: SourceFile, owner: String?, plugins: Set<String>) {
    self.source = source
    self.plugins = plugins
    let (root, problems) = LocatedJSON.parse(source, options: .init(trailingCommas: .warning))
    diagnostics = problems
    guard let root else { return }
    guard let members = root.members else {
      report(
        "an overlay is an object, not \(root.kindName)",
        mend: "Write {\"#/properties/name\": {\"nullable\": true}}.", at: root.range)
      return
    }
    for member in members { read(member, owner: owner) }
  }

  /// The path of the overlay that is read together with a schema.
  static func path(beside path: String) -> String {
    PathText.folder(of: path) + SourceFile(path: path, bytes: []).baseName + ".overlay.json"
  }

  private mutating func read(_ member: LocatedJSON.Member, owner: String?) {
    guard let (path, tokens) = target(of: member, owner: owner) else { return }
    guard let keywords = member.value.members, !keywords.isEmpty else {
      let found = member.value.members == nil ? member.value.kindName : "an empty one"
      return report(
        "an address has an object of keywords, not \(found)",
        mend: "Write for example {\"nullable\": true}.", at: member.value.range)
    }
    let accepted = keywords.filter { accepts($0) }
    changes.append(Change(path: path, tokens: tokens, address: member, keywords: accepted))
  }

  private mutating func target(
    of member: LocatedJSON.Member, owner: String?
  ) -> (path: String, tokens: [String])? {
    let reference = URIReference(member.key)
    let tokens = reference.fragment.flatMap { JSONPointer.tokens(PathText.percentDecoded($0)) }
    let isLocal = reference.scheme == nil && reference.authority == nil
    guard let tokens, isLocal, reference.path.isEmpty == (owner != nil) else {
      report(
        "'\(member.key.printable)' is not the address of a schema",
        mend: owner == nil
          ? "Write the file and a JSON pointer: 'room.json#/properties/name'."
          : "Write a JSON pointer into the file beside this one: '#/properties/name'.",
        at: member.keyRange)
      return nil
    }
    let path = PathText.folder(of: source.path) + PathText.percentDecoded(reference.path)
    return (owner ?? PathText.normalized(path), tokens)
  }

  /// An overlay adds what the generated code needs; what documents contain is for the schema to say.
  private mutating func accepts(_ keyword: LocatedJSON.Member) -> Bool {
    if keyword.key == "nullable" {
      guard keyword.value.boolean == nil else { return true }
      report(
        "'nullable' holds \(keyword.value.kindName), not true or false",
        mend: "Write true or false.", at: keyword.value.range)
      return false
    }
    guard SchemaExtension.known[keyword.key] != nil else {
      let names = ["nullable"] + SchemaExtension.known.keys.sorted()
      report(
        "'\(keyword.key.printable)' is not a keyword of overlays",
        mend: NearestName.find(keyword.key, among: names).map { "Did you mean '\($0)'?" }
          ?? "Use one of: \(names.joined(separator: ", ")).", at: keyword.keyRange)
      return false
    }
    let problems = SchemaExtension.problems(of: keyword, plugins: plugins)
    for problem in problems {
      diagnostics.append(
        Diagnostic(
          problem.code, problem.message, mend: problem.mend,
          at: source.location(at: problem.value.range.lowerBound)))
    }
    return problems.isEmpty
  }

  private mutating func report(_ message: String, mend: String, at range: Range<Int>) {
    diagnostics.append(
      Diagnostic(.invalidOverlay, message, mend: mend, at: source.location(at: range.lowerBound)))
  }
}
