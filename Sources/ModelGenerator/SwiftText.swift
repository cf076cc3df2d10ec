/// Converts names and texts of a schema to Swift source.
enum SwiftText {
  /// Words that are names only in backticks.
  private static let keywords: Set<String> = [
    "Any", "Self", "any", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "each", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "unsafe", "var", "where",
    "while",
  ]

  /// A name as it appears in declarations and uses.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// A full name, each part escaped.
  static func escaped(path name: String) -> String {
    name.split(separator: ".").map { escaped(String($0)) }.joined(separator: ".")
  }

  /// A name as the label of an argument.
  static func label(_ name: String) -> String {
    ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
  }

  /// A name as the label of an argument in a call.
  static func argument(_ name: String) -> String { name == "inout" ? "`\(name)`" : name }

  /// A string as a literal; everything but printable ASCII is written as a Unicode escape.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return result + "\""
  }

  /// Whether a text can stand in a literal between spaces.
  static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { ("!"..."~").contains($0) && $0 != "\"" && $0 != "\\" }
  }

  /// The lines of a comment: paragraphs are rewrapped to fit; lists, tables and code keep their
  /// lines.
  static func documentationLines(_ text: String, columns: Int) -> [String] {
    var result: [String] = []
    var paragraph = ""
    var isCode = false
    let columns = max(columns, 20)
    func end() {
      if !paragraph.isEmpty { result += broken(paragraph, columns: columns) }
      paragraph = ""
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = trimmed(harmless(line))
      let words = line.drop { $0 == " " }
      let isFence = words.hasPrefix("```")
      if line.isEmpty {
        end()
        if let last = result.last, !last.isEmpty { result.append("") }
      } else if isCode || isFence || standsAlone(line) {
        end()
        let isItem = !isCode && !isFence && !words.hasPrefix("|")
        result += isItem ? broken(line, columns: columns) : [line]
        if isFence { isCode.toggle() }
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + words
      }
    }
    end()
    while result.last == "" { result.removeLast() }
    return result
  }

  /// Whether a line is not part of a paragraph: a list item, a table row, a heading.
  private static func standsAlone(_ line: String) -> Bool {
    let words = line.drop { $0 == " " }
    if line.hasPrefix("    ") || words.hasPrefix("|") || words.hasPrefix("#") { return true }
    if words.hasPrefix("- ") || words.hasPrefix("* ") || words.hasPrefix("+ ") { return true }
    let digits = words.prefix { $0.isNumber }
    return !digits.isEmpty && words.dropFirst(digits.count).hasPrefix(". ")
  }

  /// The text without characters that could deceive a terminal or a reader of the source.
  private static func harmless(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control: result.append(" ")
      case .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func broken(_ line: String, columns: Int) -> [String] {
    guard line.count > columns else { return [line] }
    // Continuation lines are indented like the text of an item.
    let margin = line.prefix { $0 == " " || $0 == "-" || $0 == "*" || $0 == "+" }.count
    let indent = String(repeating: " ", count: min(margin, columns / 2))
    var result: [String] = []
    var current = String(line.prefix(margin))
    var isEmpty = true
    for word in line.dropFirst(margin).split(separator: " ") {
      if !isEmpty, current.count + 1 + word.count > columns {
        result.append(current)
        current = indent
        isEmpty = true
      }
      current += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    if !isEmpty { result.append(current) }
    return result
  }
}
