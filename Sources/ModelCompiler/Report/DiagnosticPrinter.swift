import ModelSchema

/// Prints diagnostics in compiler style: the location, the message, the line with a caret, the fix.
struct DiagnosticPrinter {
  /// The most diagnostics printed; the number of the others is reported.
  static let maximumCount = 500
  /// The number of columns shown, around the reported one.
  private static let window = 160

  /// The files to quote lines from, by their names in locations.
  let files: [String: SourceFile]
  /// The name of a file on the terminal.
  let displayPath: (String) -> String

  /// The text of all diagnostics, sorted by file, line and column, without duplicates.
  func text(of diagnostics: [Diagnostic]) -> String {
    let sorted = Self.sorted(diagnostics)
    var text = sorted.prefix(Self.maximumCount).map(self.text).joined()
    if sorted.count > Self.maximumCount {
      text += "modelc: and \(sorted.count - Self.maximumCount) more\n"
    }
    let errors = sorted.count { $0.severity == .error }
    if errors > 1 { text += "modelc: \(errors) errors\n" }
    return text
  }

  /// Sorted by location, then errors before warnings, then by text, so that every run prints the
  /// same.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
      let (a, b) = (left.location, right.location)
      if a.file != b.file { return a.file.utf8.lexicographicallyPrecedes(b.file.utf8) }
      if (a.line, a.column) != (b.line, b.column) { return (a.line, a.column) < (b.line, b.column) }
      if left.severity != right.severity { return left.severity == .error }
      return (left.code.rawValue, left.message) < (right.code.rawValue, right.message)
    }
    var seen: Set<Diagnostic> = []
    return diagnostics.filter { seen.insert($0).inserted }.sorted(by: precedes)
  }

  private func text(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location
    let head =
      "\(Self.printable(displayPath(place.file))):\(place.line):\(place.column): "
      + "\(diagnostic.severity.rawValue): \(Self.printable(diagnostic.message)) "
      + "[\(diagnostic.code.rawValue)]\n"
    let mend = diagnostic.mend.map { "  mend: \(Self.printable($0))\n" } ?? ""
    return head + sourceLine(at: place) + mend
  }

  /// The line with a caret below it; empty if the line does not exist or is empty.
  private func sourceLine(at place: SourceLocation) -> String {
    guard let line = files[place.file]?.line(place.line), !line.isEmpty else { return "" }
    let caret = min(max(place.column, 1) - 1, line.count)
    let from = max(0, caret - Self.window / 2)
    let to = min(line.count, from + Self.window)
    let start = Self.characterStart(line.startIndex + from, in: line)
    let middle = Self.characterStart(line.startIndex + caret, in: line)
    let end = Self.characterStart(line.startIndex + to, in: line)
    let before = String(decoding: line[start..<middle], as: UTF8.self)
    let behind = String(decoding: line[middle..<end], as: UTF8.self)
    let shown =
      (from > 0 ? "…" : "") + Self.printable(before) + Self.printable(behind)
      + (to < line.count ? "…" : "")
    let indentation = String(
      repeating: " ", count: (from > 0 ? 1 : 0) + Self.printable(before).unicodeScalars.count)
    return "  \(shown)\n  \(indentation)^\n"
  }

  /// The first byte of the character that contains the given byte.
  private static func characterStart(_ index: Int, in line: ArraySlice<UInt8>) -> Int {
    var index = index
    while index > line.startIndex, index < line.endIndex, line[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// The text without control sequences that a terminal would interpret.
  ///
  /// A tab becomes a space, so that the caret is below its column.
  static func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch (scalar, scalar.properties.generalCategory) {
      case ("\t", _), ("\n", _), ("\r", _): result.append(" ")
      case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
