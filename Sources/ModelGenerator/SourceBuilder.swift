/// Builds Swift text from indented lines.
package struct SourceBuilder {
  /// The indentation of the next line, in columns.
  private(set) var indentation = 0
  private let step: Int
  private var text = ""

  /// - Parameter step: How many columns a level of indentation has.
  init(step: Int = 2) {
    self.step = step
  }

  /// Everything written so far.
  var result: String { text }

  /// Adds a line; an empty one is not indented.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: " ", count: indentation) + line }
    text += "\n"
  }

  /// Runs the closure with one more level of indentation.
  mutating func indented(_ body: (inout SourceBuilder) -> Void) {
    indentation += step
    body(&self)
    indentation -= step
  }

  /// Writes `head {`, the indented body, and `}`.
  mutating func block(_ head: String, _ body: (inout SourceBuilder) -> Void) {
    line(head + " {")
    indented(body)
    line("}")
  }

  /// Writes a call with a closure: `head { parameters in`, the indented body, and `}`.
  mutating func closure(
    _ head: String, _ parameters: String, _ body: (inout SourceBuilder) -> Void
  ) {
    line("\(head) { \(parameters) in")
    indented(body)
    line("}")
  }

  /// Writes a comment before a declaration, whatever the text contains.
  ///
  /// Each line starts with slashes, so nothing in it can become code.
  mutating func documentation(_ text: String?) {
    guard let text else { return }
    for line in SwiftText.documentationLines(text, columns: 100 - indentation - 4) {
      self.line(line.isEmpty ? "///" : "/// " + line)
    }
  }

  /// Writes text that already consists of whole lines.
  mutating func lines(of other: String) {
    for one in other.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      line(String(one))
    }
  }

  /// Writes `head { expression }`, on three lines if it is too long for one.
  mutating func property(_ head: String, _ expression: String) {
    let flat = "\(head) { \(expression) }"
    if fits(flat) { line(flat) } else { block(head) { $0.line(expression) } }
  }

  /// Writes a block, on one line if its body is one statement and short enough.
  mutating func branch(_ head: String, _ body: (inout SourceBuilder) -> Void) {
    var inner = SourceBuilder()
    body(&inner)
    let lines = inner.result.split(separator: "\n")
    let flat = "\(head) { \(lines.first ?? "") }"
    if lines.count == 1, fits(flat) { line(flat) } else { block(head, body) }
  }

  /// Writes `head [a, b]`, with as many elements per line as fit if one line is too short.
  mutating func array(_ head: String, _ elements: [String], _ tail: String = "") {
    let head = head.isEmpty || head.hasSuffix("(") ? head + "[" : head + " ["
    let flat = "\(head)\(elements.joined(separator: ", "))]\(tail)"
    // The formatter reserves room for a trailing comma after the last of several elements.
    if fits(elements.count > 1 ? flat + "," : flat) { return line(flat) }
    line(head)
    indented { builder in
      var row = ""
      for element in elements {
        let next = row.isEmpty ? element + "," : row + " " + element + ","
        if !row.isEmpty, !builder.fits(next) {
          builder.line(row)
          row = element + ","
        } else {
          row = next
        }
      }
      if !row.isEmpty { builder.line(row) }
    }
    line("]" + tail)
  }

  /// Writes `head "a b" tail`, with as many words per line as fit if one line is too short.
  mutating func words(_ head: String, _ words: [String], _ tail: String) {
    let flat = "\(head)\"\(words.joined(separator: " "))\"\(tail)"
    if fits(flat) { return line(flat) }
    line(head.last == " " ? String(head.dropLast()) : head)
    indented { builder in
      builder.line("\"\"\"")
      var row = ""
      for word in words {
        let next = row.isEmpty ? word : row + " " + word
        if !row.isEmpty, !builder.fits(next) {
          builder.line(row)
          row = word
        } else {
          row = next
        }
      }
      builder.line(row)
      builder.line("\"\"\"" + tail)
    }
  }
}
