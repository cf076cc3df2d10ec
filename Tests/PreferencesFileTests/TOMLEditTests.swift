import Controllers
import SeededRandom
import Testing

@testable import PreferencesFile

@Suite("Changing a value in a file")
struct TOMLEditTests {
  private func edited(
    _ text: String, _ name: String, in table: String, _ value: PreferenceValue
  ) throws -> String? {
    try TOMLEdit(TOMLDocument(Array(text.utf8))).setting(name, in: table, to: value)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a line that the library could not bear is refused at its place")
  func longLines() {
    let name = String(repeating: "a.", count: 50_000) + "b = 1"
    #expect(
      throws: TOMLDocument.SyntaxError(
        reason: "the line is longer than 1024 bytes", place: TextPlace(line: 3, column: 1))
    ) { try TOMLDocument(Array("# one\n[input]\n\(name)\n".utf8)) }
    let longest = "a = \"" + String(repeating: "x", count: 1_024 - 6) + "\""
    #expect(throws: Never.self) { try TOMLDocument(Array(longest.utf8)) }
  }

  @Test("replaces the bytes of the value alone")
  func replaces() throws {
    let text = "# ä top\r\n[appearance] # head\r\n  theme = 'dark' # mine\r\n\r\nother = 1e3\r\n"

    #expect(
      try edited(text, "theme", in: "appearance", .text("light"))
        == text.replacing("'dark'", with: "\"light\""))
  }

  @Test(
    "puts a new value behind those of its table, however that is written",
    arguments: [
      ("", "[input]\nmouse = true\n"),
      ("# only words", "# only words\n\n[input]\nmouse = true\n"),
      ("[input]", "[input]\nmouse = true\n"),
      ("[input]\n# none\n[media]\n", "[input]\nmouse = true\n# none\n[media]\n"),
      (
        "[input]\n  undo-seconds = 1 # s\n\n[media]\n",
        "[input]\n  undo-seconds = 1 # s\n  mouse = true\n\n[media]\n"
      ),
      ("input.undo-seconds = 1", "input.undo-seconds = 1\ninput.mouse = true\n"),
      ("input = {}", "input = { mouse = true }"),
      ("input = { undo-seconds = 1 }", "input = { undo-seconds = 1, mouse = true }"),
      ("[input.sub]\nx = 1\n", "[input.sub]\nx = 1\n\n[input]\nmouse = true\n"),
      ("[input]\r\nundo-seconds = 1\r\n", "[input]\r\nundo-seconds = 1\r\nmouse = true\r\n"),
    ])
  func inserts(text: String, expected: String) throws {
    #expect(try edited(text, "mouse", in: "input", .flag(true)) == expected)
  }

  @Test("refuses what would change more than the value")
  func refuses() throws {
    let commented = "[notifications]\nways = [\n  \"bell\", # ring\n  \"title\",\n]\n"
    #expect(
      try edited(commented, "ways", in: "notifications", .words(["bell"])) == nil)
    #expect(try edited("input = 5", "mouse", in: "input", .flag(true)) == nil)
    #expect(try edited("[[input]]\nx = 1", "mouse", in: "input", .flag(true)) == nil)
    #expect(try edited("[input.mouse]\nx = 1", "mouse", in: "input", .flag(true)) == nil)
  }

  @Test("writes any text so that it is read again")
  func texts() throws {
    for text in ["", "a\"b\\c", "tab\tline\n", "\u{7F}\u{1}", "ä😀\u{FEFF}", "'''", "#"] {
      let new = try #require(try edited("", "command", in: "notifications", .text(text)))
      let document = try TOMLDocument(Array(new.utf8))
      #expect(document.entry(at: ["notifications", "command"])?.value == .text(text))
    }
  }

  @Test("in any file, no byte outside of the value changes", arguments: 0..<60)
  func fuzz(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let text = RandomFile.text(using: &random)
      let bytes = Array(text.utf8)
      let document = try TOMLDocument(bytes)
      let preference = try #require(Preference.all.randomElement(using: &random))
      let value = RandomFile.value(of: preference, using: &random)
      let path = [preference.section.rawValue, preference.name]
      let old = document.entry(at: path)
      let edited = TOMLEdit(document).setting(preference.name, in: path[0], to: value)
      if case .words = value, let old, bytes[old.range].contains(UInt8(ascii: "#")) {
        #expect(edited == nil)
        continue
      }
      let new = try #require(edited, "\(text)")
      let after = try TOMLDocument(new)
      #expect(try PreferenceValue(#require(after.entry(at: path)).value) == value)
      if let old {
        #expect(bytes[..<old.range.lowerBound] == new[..<old.range.lowerBound])
        let rest = bytes.count - old.range.upperBound
        #expect(bytes.suffix(rest) == new.suffix(rest))
      } else {
        // All that was there is still there, around one insertion.
        let common = zip(bytes, new).prefix { $0 == $1 }.count
        #expect(bytes.suffix(bytes.count - common) == new.suffix(bytes.count - common))
      }
    }
  }
}

/// Files as people write them, in many ways.
private enum RandomFile {
  static func text(using random: inout SeededGenerator) -> String {
    let end = Bool.random(using: &random) ? "\n" : "\r\n"
    var text = comment(using: &random, end)
    for section in Preference.Section.allCases.shuffled(using: &random)
    where Bool.random(using: &random) {
      let rows = Preference.all.filter { $0.section == section && Bool.random(using: &random) }
      let lines = rows.shuffled(using: &random).map { row in
        "\(row.name) = \(literal(value(of: row, using: &random), using: &random))"
      }
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where text.firstRange(of: "[") == nil:
        text += lines.map { "\(section.rawValue) . \($0)\(end)" }.joined()
      default:
        text += "[ \(section.rawValue) ]" + comment(using: &random, end) + end
        text += lines.map { "\t\($0)  \(comment(using: &random, end))" }.joined()
        text += "unknown-\(section.rawValue) = { x = [1, 2.5, 1979-05-27], y = \"#\" }\(end)"
      }
    }
    return Bool.random(using: &random) ? text : text.trimmingLineEnd
  }

  private static func comment(using random: inout SeededGenerator, _ end: String) -> String {
    let words = ["", "# note", "# ä = \"[x]\"", "#😀"]
    return (words.randomElement(using: &random) ?? "") + end
  }

  private static func literal(
    _ value: PreferenceValue, using random: inout SeededGenerator
  ) -> String {
    guard case .words(let words) = value, Bool.random(using: &random) else {
      return TOMLText.literal(value)
    }
    return "[\n" + words.map { "  '\($0)', # ]\n" }.joined() + "]"
  }

  static func value(
    of preference: Preference, using random: inout SeededGenerator
  ) -> PreferenceValue {
    switch preference.kind {
    case .flag: .flag(Bool.random(using: &random))
    case .choice(let choices): .text(choices.randomElement(using: &random)?.word ?? "")
    case .words(let choices):
      .words(choices.map(\.word).filter { _ in Bool.random(using: &random) })
    case .number(let range, _): .number(Int.random(in: range, using: &random))
    case .text: .text(["de", "en_US,de", "off"].randomElement(using: &random) ?? "")
    }
  }
}

extension String {
  fileprivate var trimmingLineEnd: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
