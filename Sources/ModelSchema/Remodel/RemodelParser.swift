/// Parses `.value` and `.adtValue` files into syntax; continues after errors.
///
/// It terminates on any input: every loop iteration consumes at least one byte, and the nesting of
/// types is limited.
struct RemodelParser {
  /// Types inside types: `[[String: [Int]]]` has four.
  static let maximumTypeDepth = 32

  let kind: RemodelFileKind
  var cursor: RemodelCursor
  var diagnostics: RemodelDiagnostics

  init(file: SourceFile, kind: RemodelFileKind, range: Range<Int>? = nil) {
    self.kind = kind
    cursor = RemodelCursor(bytes: file.bytes, range: range ?? 0..<file.bytes.count)
    diagnostics = RemodelDiagnostics(file: file)
  }

  /// All declarations of the file; the grammar allows one, further ones are rejected here.
  mutating func parseFile() -> [DeclarationSyntax] {
    if cursor.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.move(to: 3) }
    var declarations: [DeclarationSyntax] = []
    var isComplete = true
    while !diagnostics.isFull {
      let start = cursor.offset
      let prefix = parsePrefix()
      if cursor.isAtEnd {
        refuseDangling(prefix.annotations, before: "a type")
        break
      }
      if let declaration = parseDeclaration(prefix) {
        declarations.append(declaration)
      } else {
        isComplete = false
      }
      if cursor.offset == start { cursor.advance() }
    }
    if declarations.isEmpty, isComplete {
      diagnostics.report(
        .syntax, "the file declares no type", mend: "Write 'Name { … }'.", at: cursor.end)
    }
    for extra in declarations.dropFirst() {
      diagnostics.report(
        .syntax, "a file declares one type, and '\(extra.name.text.printable)' is another",
        mend: "Move it to a separate file.", at: extra.name.offset)
    }
    return Array(declarations.prefix(1))
  }

  private mutating func parseDeclaration(_ prefix: Prefix) -> DeclarationSyntax? {
    guard let name = cursor.takeWord() else {
      refuseAhead("the name of a type", mend: "Write 'Name { … }'.")
      skipToNextMember()
      return nil
    }
    let clauses = parseClauses()
    cursor.skipSpace()
    guard skipToBrace(of: name) else { return nil }
    let body: DeclarationSyntax.Body =
      switch kind {
      case .value, .object: .fields(parseFields())
      case .algebraic: .subtypes(parseSubtypes())
      }
    return DeclarationSyntax(
      name: name, clauses: clauses, body: body, comments: prefix.comments,
      annotations: prefix.annotations)
  }

  /// Skips past the `{` of a declaration, over anything unexpected before it.
  private mutating func skipToBrace(of name: Word) -> Bool {
    if cursor.take("{") { return true }
    refuseAhead("'{' after '\(name.text.printable)'", mend: "Put the members in braces.")
    while let byte = cursor.peek, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "}") {
      cursor.advance()
    }
    if cursor.take("{") { return true }
    cursor.advance()
    return false
  }

  private mutating func parseClauses() -> [ClauseSyntax] {
    var clauses: [ClauseSyntax] = []
    while !diagnostics.isFull {
      cursor.skipSpace()
      let start = cursor.offset
      guard let keyword = cursor.takeWord(), ["includes", "excludes"].contains(keyword.text) else {
        cursor.move(to: start)
        return clauses
      }
      cursor.skipSpace()
      guard cursor.take("(") else {
        refuseAhead("'(' after '\(keyword.text)'", mend: "Write '\(keyword.text)(Name, Name)'.")
        continue
      }
      let names = parseClauseNames(of: keyword)
      if clauses.contains(where: { $0.keyword.text == keyword.text }) {
        diagnostics.report(
          .syntax, "'\(keyword.text)' is repeated here",
          mend: "Put all names in one list.",
          at: keyword.offset)
      }
      clauses.append(ClauseSyntax(keyword: keyword, names: names))
    }
    return clauses
  }

  private mutating func parseClauseNames(of keyword: Word) -> [Word] {
    var names: [Word] = []
    cursor.skipSpace()
    if cursor.take(")") { return names }
    var expected = "the name of a feature"
    repeat {
      cursor.skipSpace()
      expected = "the name of a feature"
      guard let name = cursor.takeWord(orAlso: "-.") else { break }
      names.append(name)
      cursor.skipSpace()
      if cursor.take(")") { return names }
      expected = "',' or ')'"
    } while cursor.take(",")
    refuseAhead(expected, mend: "Write '\(keyword.text)(Name, Name)'.")
    while let byte = cursor.peek, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "\n") {
      cursor.advance()
      if byte == UInt8(ascii: ")") { break }
    }
    return names
  }
}
