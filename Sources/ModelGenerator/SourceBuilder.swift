/// Swift text in the making: lines with their indentation.
package struct SourceBuilder {
  /// How many columns the next line begins with.
  private(set) var indentation = 0
  private var text = ""

  init() {}

  /// Everything written so far.
  var result: String { text }

  /// Adds a line; an empty one has no blanks.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: " ", count: indentation) + line }
    text += "\n"
  }

  /// Writes what stands two columns further in.
  mutating func indented(_ body: (inout SourceBuilder) -> Void) {
    indentation += 2
    body(&self)
    indentation -= 2
  }

  /// Writes `head {`, the body further in, and `}`.
  mutating func block(_ head: String, _ body: (inout SourceBuilder) -> Void) {
    line(head + " {")
    indented(body)
    line("}")
  }

  /// Writes a call with a closure: `head { parameters in`, the body further in, and `}`.
  mutating func closure(
    _ head: String, _ parameters: String, _ body: (inout SourceBuilder) -> Void
  ) {
    line("\(head) { \(parameters) in")
    indented(body)
    line("}")
  }

  /// Writes a comment in front of a declaration, whatever the text holds.
  ///
  /// Each line has its slashes, so that nothing in it can become code.
  mutating func documentation(_ text: String?) {
    guard let text else { return }
    for line in SwiftText.documentationLines(text, columns: 100 - indentation - 4) {
      self.line(line.isEmpty ? "///" : "/// " + line)
    }
  }

  /// Writes text that is whole lines already.
  mutating func lines(of other: String) {
    for one in other.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      line(String(one))
    }
  }

  /// Writes `head { expression }`, on three lines when that is too long.
  mutating func property(_ head: String, _ expression: String) {
    let flat = "\(head) { \(expression) }"
    if fits(flat) { line(flat) } else { block(head) { $0.line(expression) } }
  }

  /// Writes `head [a, b]`, with as many elements a line as fit when one line is too short.
  mutating func array(_ head: String, _ elements: [String], _ tail: String = "") {
    let flat = "\(head) [\(elements.joined(separator: ", "))]\(tail)"
    // The formatter wants room for the comma that stands behind the last one of several.
    if fits(elements.count > 1 ? flat + "," : flat) { return line(flat) }
    line(head + " [")
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
}
