import SeededRandom
import Testing

@testable import Terminal

@Suite("Sanitizer")
struct SanitizerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let input: String
    let single: String
    var multi: String?

    var testDescription: String { name }
  }

  /// The compiler does not accept this scalar in a literal.
  private static let noncharacter = String(Unicode.Scalar(0xFDD0).map(Character.init) ?? " ")

  static let rows: [Row] = [
    Row(name: "window title", input: "\u{1B}]0;x\u{07}", single: "␛]0;x␇"),
    Row(name: "clipboard", input: "\u{1B}]52;c;QQ==\u{1B}\\", single: "␛]52;c;QQ==␛\\"),
    Row(name: "erase", input: "a\u{1B}[2Jb", single: "a␛[2Jb"),
    Row(name: "device control string", input: "\u{1B}Ptmux;\u{1B}\\", single: "␛Ptmux;␛\\"),
    Row(name: "C1 sequence", input: "\u{9B}31mred\u{9D}0;x\u{9C}", single: "31mred0;x"),
    Row(name: "backspaces", input: "safe\u{08}\u{08}", single: "safe␈␈"),
    Row(name: "null, tabs of all kinds", input: "\u{0}\u{B}\u{C}", single: "␀␋␌"),
    Row(name: "delete", input: "\u{7F}", single: "␡"),
    Row(name: "tab", input: "a\tb", single: "a b", multi: "a    b"),
    Row(name: "line feed", input: "a\nb", single: "a b", multi: "a\nb"),
    Row(name: "carriage return and line feed", input: "a\r\nb", single: "a b", multi: "a\nb"),
    Row(name: "lone carriage return", input: "good\rbad", single: "good␍bad"),
    Row(
      name: "line separators", input: "a\u{2028}b\u{2029}c", single: "a b c", multi: "a\nb\nc"),
    Row(name: "override", input: "a\u{202E}fdp.exe\u{202C}", single: "afdp.exe"),
    Row(
      name: "isolates and marks", input: "\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}", single: "a"),
    Row(name: "zero width", input: "a\u{200B}\u{2060}\u{FEFF}\u{AD}b", single: "ab"),
    Row(name: "interlinear", input: "\u{FFF9}a\u{FFFA}b\u{FFFB}", single: "ab"),
    Row(name: "tags", input: "a\u{E0041}\u{E007F}", single: "a"),
    Row(name: "fillers", input: "\u{115F}\u{1160}\u{3164}\u{FFA0}", single: ""),
    Row(name: "non-characters", input: "\u{FFFE}\u{FFFF}" + noncharacter, single: "���"),
    Row(name: "private use", input: "\u{E000}\u{F0000}\u{10EEEE}", single: "���"),
    Row(
      name: "control glued to a letter", input: "e\u{301}\u{1B}\u{301}[m",
      single: "e\u{301}␛\u{301}[m"),
    Row(name: "mark without base", input: "\u{301}a", single: "◌\u{301}a"),
    Row(name: "lone selector", input: "\u{FE0F}a\u{FE0F}", single: "a"),
    Row(name: "lone joiners", input: "\u{200D}a\u{200D}b", single: "ab"),
    Row(name: "non-joiner between Latin letters", input: "a\u{200C}b", single: "ab"),
    Row(name: "non-joiner in Persian", input: "می\u{200C}خواهم", single: "می\u{200C}خواهم"),
    Row(
      name: "emoji family", input: "👩\u{200D}👩\u{200D}👧", single: "👩\u{200D}👩\u{200D}👧"),
    Row(name: "heart with selector", input: "❤\u{FE0F}", single: "❤\u{FE0F}"),
    Row(name: "ordinary text", input: "Grüße, 世界 🇩🇪", single: "Grüße, 世界 🇩🇪"),
    Row(name: "format directives", input: "%s%n%99999d", single: "%s%n%99999d"),
  ]

  @Test("makes each kind of hostile text harmless", arguments: rows)
  func sanitizes(row: Row) {
    #expect(SafeText(row.input).string.unicodeScalars.elementsEqual(row.single.unicodeScalars))
    let multi = row.multi ?? row.single
    let lines = SafeText(row.input, policy: .multiLine).string
    #expect(lines.unicodeScalars.elementsEqual(multi.unicodeScalars))
  }

  @Test("changes nothing when it runs a second time", arguments: rows)
  func isIdempotent(row: Row) {
    let once = SafeText(row.input, policy: .multiLine)
    #expect(SafeText(once.string, policy: .multiLine) == once)
  }

  @Test("lets no control or format character through, for any input")
  func leavesNothingHarmful() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      var view = String.UnicodeScalarView()
      for _ in 0..<20 { view.append(generator.scalar()) }
      let harmful = SafeText(String(view)).string.unicodeScalars.filter { scalar in
        let category = scalar.properties.generalCategory
        return category == .control || category == .privateUse
          || scalar.properties.isNoncharacterCodePoint || scalar.properties.isBidiControl
          || (0x2060...0x206F).contains(scalar.value)
      }
      #expect(harmful.isEmpty)
    }
  }

  @Test("keeps at most four marks on a base")
  func limitsMarks() {
    let text = SafeText("Z" + String(repeating: "\u{301}", count: 20_000) + "a")

    #expect(text.string == "Z\u{301}\u{301}\u{301}\u{301}a")
    #expect(text.width == 2)
  }

  @Test("breaks an endless chain of joined emoji")
  func limitsJoiners() {
    let text = SafeText(Array(repeating: "👩", count: 500).joined(separator: "\u{200D}"))

    #expect(text.string.count == 125)
    #expect(text.width == 250)
  }

  @Test("drops ten thousand direction controls")
  func dropsDirectionControls() {
    #expect(SafeText(String(repeating: "\u{202E}", count: 10_000) + "x").string == "x")
  }

  @Test("truncates text beyond the limit and marks the cut", arguments: [0, 1, 5, 6])
  func limitsScalars(limit: Int) {
    let ascii = SafeText("abcdef", maxScalars: limit)
    let wide = SafeText("äöüßéè", maxScalars: limit)

    #expect(ascii.string == ["", "…", "abcd…", "abcdef"][[0, 1, 5, 6].firstIndex(of: limit) ?? 0])
    #expect(wide.string.unicodeScalars.count == limit)
  }

  @Test("sanitises literals and interpolations too")
  func sanitizesLiterals() {
    let name = "\u{1B}[2J"
    let text: SafeText = "<\(name)>\u{202E}"

    #expect(text.string == "<␛[2J>")
  }
}
