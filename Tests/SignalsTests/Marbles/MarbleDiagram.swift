import Signals
import SignalsTesting
import Testing

/// One row of the operators' table: the inputs and the claimed outputs.
struct MarbleDiagram: Sendable, CustomTestStringConvertible {
  /// The operator as written in the first column, which is the row's key.
  let name: String
  /// The lines of the inputs.
  let inputs: [String]
  /// The lines of the subscribers; a `^` marks the frame of a later one.
  let outputs: [String]
  /// The meaning of names in the output; other names stand for themselves.
  let legend: [Character: String]
  /// Whether the output continues after the drawn part.
  let goesOn: Bool

  var testDescription: String { name }

  /// Parses a row of the table; `nil` if it has no diagram.
  init?(row: [String]) {
    guard row.count > 2, let name = Self.spans(row[0]).first else { return nil }
    let outputs = Self.spans(row[2])
    guard !outputs.isEmpty else { return nil }
    self.name = name
    inputs = Self.spans(row[1])
    let isLegend = { (span: String) in span.dropFirst().first == "=" }
    legend = Dictionary(
      uniqueKeysWithValues: outputs.filter(isLegend).map {
        ($0[$0.startIndex], String($0.dropFirst(2)))
      })
    let lines = outputs.filter { !isLegend($0) }
    goesOn = lines.contains { $0.hasSuffix("…") }
    self.outputs = lines.map { $0.hasSuffix("…") ? String($0.dropLast()) : $0 }
  }

  /// The texts between backticks.
  private static func spans(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// The name of a value: one of the legend, or its only character.
  func character(_ text: String) -> Character {
    if let name = legend.first(where: { $0.value == text })?.key { return name }
    return text.count == 1 ? text[text.startIndex] : "?"
  }
}

extension MarbleDiagram {
  /// The rows of all tables of a page that have diagrams.
  static func all(in page: String) -> [MarbleDiagram] {
    page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
      MarbleDiagram(row: cells(String($0)))
    }
  }

  /// The names of all rows, including those without a diagram.
  static func names(in page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
      cells(String($0)).first.flatMap { spans($0).first }
    }
  }

  /// The cells of a row; `\|` is a bar inside a cell.
  private static func cells(_ row: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in row.dropFirst() {
      if isEscaped || (character != "|" && character != "\\") {
        if isEscaped, character != "|" { cells[cells.count - 1] += "\\" }
        cells[cells.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        cells.append("")
      }
    }
    return cells
  }
}
