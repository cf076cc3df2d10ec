/// Breaks lines where the formatter would break them.
extension SourceBuilder {
  /// The longest line that the formatter does not break.
  static let lineLength = 100

  /// Whether a line of that text fits at the current indentation.
  func fits(_ text: String) -> Bool {
    indentation + text.count <= Self.lineLength
  }

  /// Writes `head(a, b)tail`, or each part on its own line if that is too long.
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

  /// Writes `head -> result {`, broken before the arrow or the brace, and a body.
  mutating func block(
    _ head: String, returning result: String, _ body: (inout SourceBuilder) -> Void
  ) {
    let flat = "\(head) -> \(result)"
    if fits(flat + " {") { return block(flat, body) }
    line(fits(flat) ? flat : head)
    if !fits(flat) { indented { $0.line("-> " + result) } }
    line("{")
    indented(body)
    line("}")
  }

  /// Writes `head: type`, with the type on the next line if one is too short.
  mutating func stored(_ head: String, type: String) {
    let flat = "\(head): \(type)"
    if fits(flat) { return line(flat) }
    line(head + ":")
    line("  " + type)
  }

  /// Writes `head: type {`, broken before the type or the brace, and a body.
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

  /// Writes a statement, broken after its first parenthesis if it is too long.
  mutating func statement(_ text: String) {
    guard !fits(text), let open = text.firstIndex(of: "(") else { return line(text) }
    line(String(text[...open]))
    indented { $0.line(String(text[text.index(after: open)...])) }
  }

  /// Writes `pattern: statement`, on two lines if it is too long.
  mutating func choice(_ pattern: Pattern, _ statement: String) {
    let flat = "\(pattern.text): \(statement)"
    if fits(flat) { return line(flat) }
    begin(pattern)
    indented { $0.statement(statement) }
  }

  /// Writes a pattern and its colon; the statements follow below it.
  mutating func begin(_ pattern: Pattern) {
    list(pattern.head, pattern.parts, ":")
  }

  /// Writes the head of a type with its conformances, and a body.
  mutating func type(
    _ head: String, conformances: [String], body: (inout SourceBuilder) -> Void
  ) {
    var text = head
    for (index, name) in conformances.enumerated() {
      let next = (index == 0 ? ": " : ", ") + name
      // Includes room for the comma or brace after it.
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

/// A closure parameter of a generated function.
struct Parameter {
  var label: String
  /// The closure's parameters.
  var arguments: [String]
  /// Its effects and its result: `throws -> Void`.
  var result: String
  /// Whether it may be omitted.
  var isOptional: Bool

  var text: String {
    let type = "(\(arguments.joined(separator: ", "))) \(result)"
    return isOptional ? "\(label): (\(type))? = nil" : "\(label): \(type)"
  }
}

/// A pattern of a `switch`: `case .text(let value0, let value1)`.
struct Pattern {
  /// The part before the parenthesis, which is there if there are parts.
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
