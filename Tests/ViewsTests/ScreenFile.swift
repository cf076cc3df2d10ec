import Foundation
import Terminal
import Testing

/// A screen as a text file: the rows, then the styles as a second plane with a legend.
///
/// With `RECORD_SCREENS=1` in the environment, a comparison writes the file instead.
struct ScreenFile {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Screens")

  /// Compares a canvas with a named file, and records an issue for each difference.
  static func expect(
    _ canvas: Canvas, _ name: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let text = Self.text(of: canvas)
    let file = folder.appendingPathComponent(name + ".screen")
    if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
      Issue.record("\(name).screen does not exist", sourceLocation: location)
      return
    }
    let expected = String(decoding: data, as: UTF8.self)
    if expected != text {
      Issue.record(
        "\(name).screen differs:\n\(difference(expected, text))", sourceLocation: location)
    }
  }

  /// The file contents for a canvas.
  static func text(of canvas: Canvas) -> String {
    let size = canvas.screenSize
    let cursor = canvas.cursor.map { "\($0.column),\($0.row)" } ?? "none"
    let styles = canvas.screenStyles()
    let legend = styles.legend.sorted { $0.key < $1.key }
      .map { "\($0.key) \(describe($0.value))" }
    let parts = [
      ["\(size.columns)x\(size.rows) cursor \(cursor)"], canvas.screenText(), ["-- styles"],
      styles.rows, ["-- legend"], legend,
    ]
    return parts.flatMap(\.self).joined(separator: "\n") + "\n"
  }

  private static func describe(_ style: Style) -> String {
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    let attributes = names.filter { style.attributes.contains($0.0) }.map(\.1)
    let colors = "\(describe(style.foreground)) on \(describe(style.background))"
    return ([colors] + attributes).joined(separator: " ")
  }

  private static func describe(_ color: Color) -> String {
    switch color {
    case .default: "default"
    case .palette(let index): "\(index)"
    case .rgb(let red, let green, let blue): "\(red),\(green),\(blue)"
    }
  }

  private static func difference(_ expected: String, _ actual: String) -> String {
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = (0..<max(expected.count, actual.count)).compactMap { index -> String? in
      let old = index < expected.count ? expected[index] : ""
      let new = index < actual.count ? actual[index] : ""
      return old == new ? nil : "\(index): - \(old)\n\(index): + \(new)"
    }
    return lines.prefix(12).joined(separator: "\n")
  }
}
