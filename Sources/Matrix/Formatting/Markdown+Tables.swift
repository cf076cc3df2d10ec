extension Markdown {
  /// The text with a blank line before each table that stands right below a line of a paragraph, and behind each
  /// that has a program right below it.
  ///
  /// md4c takes such a table for the rest of the paragraph; people do not.
  static func freeingTables(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "|")), text.utf8.contains(UInt8(ascii: "\n")) else {
      return text
    }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var result: [Substring.UTF8View] = []
    var fence: CodeFence?
    var isInTable = false
    for (index, line) in lines.enumerated() {
      if let open = fence {
        if let mark = CodeFence(line), mark.closes(open) { fence = nil }
      } else if let opening = CodeFence(line) {
        // md4c takes a program right below a table for its rows.
        if isInTable { result.append(line.prefix(0)) }
        (fence, isInTable) = (opening, false)
      } else if isBlank(line) {
        isInTable = false
      } else if !isInTable, index > 0, isDelimiter(line, below: lines[index - 1]) {
        isInTable = true
        if index > 1, !isBlank(lines[index - 2]) {
          result.insert(line.prefix(0), at: result.count - 1)
        }
      }
      result.append(line)
    }
    return result.map { String(Substring($0)) }.joined(separator: "\n")
  }

  private static func isBlank(_ line: Substring.UTF8View) -> Bool {
    line.allSatisfy(CodeFence.isBlank)
  }

  /// Whether a line is the one between the header of a table and its rows, with as many columns.
  private static func isDelimiter(
    _ line: Substring.UTF8View, below header: Substring.UTF8View
  ) -> Bool {
    let bar = UInt8(ascii: "|")
    guard header.contains(bar), line.contains(bar), line.contains(UInt8(ascii: "-")),
      line.allSatisfy({ CodeFence.isBlank($0) || "|-:".utf8.contains($0) })
    else { return false }
    return columnCount(of: header) == columnCount(of: line)
  }

  /// The number of columns in a line.
  private static func columnCount(of line: Substring.UTF8View) -> Int {
    let bar = UInt8(ascii: "|")
    var (count, isEscaped, last) = (1, false, UInt8(0))
    let words = line.drop(while: CodeFence.isBlank)
    for byte in words.first == bar ? words.dropFirst() : words where !CodeFence.isBlank(byte) {
      last = byte == bar && isEscaped ? 0 : byte
      if last == bar { count += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return last == bar ? count - 1 : count
  }
}

/// A line that begins or ends a program.
private struct CodeFence {
  private let mark: UInt8
  private let count: Int
  private let isBare: Bool

  /// Nil for another line; one in a list or a quote is one too.
  init?(_ line: Substring.UTF8View) {
    let words = line.drop { Self.isBlank($0) || ">-*+.)0123456789".utf8.contains($0) }
    guard let mark = words.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let rest = words.drop { $0 == mark }
    self.mark = mark
    count = words.count - rest.count
    isBare = rest.allSatisfy(Self.isBlank)
    // Three of them around a word of a line are a program in that line.
    guard count > 2, mark == UInt8(ascii: "~") || !rest.contains(mark) else { return nil }
  }

  func closes(_ open: CodeFence) -> Bool {
    mark == open.mark && count >= open.count && isBare
  }

  static func isBlank(_ byte: UInt8) -> Bool { " \t\r".utf8.contains(byte) }
}
