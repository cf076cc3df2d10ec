/// Lines that are broken where the formatter would break them.
extension SourceBuilder {
  /// The longest line that the formatter leaves as it is.
  static let lineLength = 100

  /// Whether a line of that text fits where the builder stands.
  func fits(_ text: String) -> Bool {
    indentation + text.count <= Self.lineLength
  }

  /// Writes `head(a, b)tail`, or each part on a line of its own when that is too long.
  ///
  /// Without parts there are no parentheses.
  mutating func list(_ head: String, _ parts: [String], _ tail: String = "") {
    guard !parts.isEmpty else { return line(head + tail) }
    let flat = "\(head)(\(parts.joined(separator: ", ")))\(tail)"
    if fits(flat) { return line(flat) }
    line(head + "(")
    indented { builder in
      for (index, part) in parts.enumerated() {
        builder.line(part + (index == parts.count - 1 ? "" : ","))
      }
    }
    line(")" + tail)
  }

  /// Writes a function with its parameters and a body.
  mutating func function(
    _ head: String, _ parameters: [Parameter], _ tail: String,
    body: (inout SourceBuilder) -> Void
  ) {
    let flat = "\(head)(\(parameters.map(\.text).joined(separator: ", "))) \(tail) {"
    if fits(flat) {
      line(flat)
    } else {
      line(head + "(")
      indented { builder in
        for (index, one) in parameters.enumerated() {
          builder.parameter(one, tail: index == parameters.count - 1 ? "" : ",")
        }
      }
      line(") \(tail) {")
    }
    indented(body)
    line("}")
  }

  /// Writes `head -> result {`, broken in front of the arrow or the brace, and a body.
  mutating func block(
    _ head: String, returning result: String, _ body: (inout SourceBuilder) -> Void
  ) {
    let flat = "\(head) -> \(result)"
    if fits(flat + " {") { return block(flat, body) }
    line(fits(flat) ? flat : head)
    if !fits(flat) { line("  -> " + result) }
    line("{")
    indented(body)
    line("}")
  }

  /// Writes `head: type`, the type on a line of its own when one is too short.
  mutating func stored(_ head: String, type: String) {
    let flat = "\(head): \(type)"
    if fits(flat) { return line(flat) }
    line(head + ":")
    line("  " + type)
  }

  /// Writes `head: type {`, broken in front of the type or the brace, and a body.
  mutating func computed(
    _ head: String, type: String, _ body: (inout SourceBuilder) -> Void
  ) {
    let flat = "\(head): \(type)"
    if fits(flat + " {") { return block(flat, body) }
    stored(head, type: type)
    line("{")
    indented(body)
    line("}")
  }

  /// Writes a statement, broken behind its first parenthesis when it is too long.
  mutating func statement(_ text: String) {
    guard !fits(text), let open = text.firstIndex(of: "(") else { return line(text) }
    line(String(text[...open]))
    indented { $0.line(String(text[text.index(after: open)...])) }
  }

  /// Writes `pattern: statement`, on two lines when that is too long.
  mutating func choice(_ pattern: Pattern, _ statement: String) {
    let flat = "\(pattern.text): \(statement)"
    if fits(flat) { return line(flat) }
    begin(pattern)
    indented { $0.statement(statement) }
  }

  /// Writes a pattern and its colon; the statements go below it.
  mutating func begin(_ pattern: Pattern) {
    list(pattern.head, pattern.parts, ":")
  }

  /// Writes the head of a type with what it conforms to, and a body.
  mutating func type(
    _ head: String, conformances: [String], body: (inout SourceBuilder) -> Void
  ) {
    var text = head
    for (index, name) in conformances.enumerated() {
      let next = (index == 0 ? ": " : ", ") + name
      // Room for the comma or the brace behind it.
      if fits(text + next + " {") {
        text += next
      } else {
        line(text + (index == 0 ? ":" : ","))
        text = "  " + name
      }
    }
    if text.hasPrefix("  ") {
      line(text)
      line("{")
    } else {
      line(text + " {")
    }
    indented(body)
    line("}")
  }

  private mutating func parameter(_ parameter: Parameter, tail: String) {
    if fits(parameter.text + tail) || parameter.arguments.isEmpty {
      return line(parameter.text + tail)
    }
    line("\(parameter.label): (")
    indented { builder in
      guard parameter.isOptional else { return builder.lines(parameter.arguments) }
      builder.line("(")
      builder.indented { $0.lines(parameter.arguments) }
      builder.line(") \(parameter.result)")
    }
    line((parameter.isOptional ? ")? = nil" : ") \(parameter.result)") + tail)
  }

  private mutating func lines(_ parts: [String]) {
    for (index, part) in parts.enumerated() {
      line(part + (index == parts.count - 1 ? "" : ","))
    }
  }
}

/// A parameter of a generated function that is a closure.
struct Parameter {
  var label: String
  /// What the closure takes.
  var arguments: [String]
  /// Its effects and its result: `throws -> Void`.
  var result: String
  /// Whether it may be left out.
  var isOptional: Bool

  var text: String {
    let type = "(\(arguments.joined(separator: ", "))) \(result)"
    return isOptional ? "\(label): (\(type))? = nil" : "\(label): \(type)"
  }
}

/// A pattern of a `switch`: `case .text(let value0, let value1)`.
struct Pattern {
  /// Up to the parenthesis, which is there when there are parts.
  var head: String
  var parts: [String]

  init(_ head: String, _ parts: [String] = []) {
    self.head = head
    self.parts = parts
  }

  var text: String {
    parts.isEmpty ? head : "\(head)(\(parts.joined(separator: ", ")))"
  }
}
