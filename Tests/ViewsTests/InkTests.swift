import Models
import Terminal
import Testing
import ViewModels

@Suite("Invisible text")
struct InkTests {
  @Test("no scalar that is drawn as nothing or as blanks counts as visible")
  func widthNothing() {
    let visible = (0...0x10FFFF as ClosedRange<UInt32>).lazy
      .compactMap(Unicode.Scalar.init)
      .filter { ![.unassigned, .privateUse].contains($0.properties.generalCategory) }
      .filter { scalar in
        let drawn = SafeText(String(scalar))
        let isBlank = drawn.width == 0 || drawn.string.allSatisfy(\.isWhitespace)
        return isBlank && !String(scalar).isInvisible
      }
    #expect(visible.map { String($0.value, radix: 16) } == [])
  }

  @Test(
    "letters, digits, symbols and emoji are visible in any context",
    arguments: [
      "a", "7", ".", "é", "e\u{301}", "ß", "你", "ﷺ", "👍🏽", "🇩🇪", "1\u{FE0F}\u{20E3}", "⠁",
      "\u{2800}x\u{2800}", "\u{200B}x", "\u{FFFD}",
    ])
  func shows(text: String) {
    #expect(!text.isInvisible)
  }

  @Test(
    "blanks, lone marks, controls and letters with an empty glyph are not visible",
    arguments: [
      "", " \t\n", "\u{A0}\u{3000}", "\u{2800}\u{2800}", "\u{3164}", "\u{FFA0}", "\u{115F}\u{1160}",
      "\u{200B}\u{200D}\u{2060}\u{FEFF}", "\u{AD}", "\u{301}\u{302}", " \u{20DD}", "\u{FE0F}",
      "\u{E0061}\u{E007F}", "\u{1B}\u{7}\u{9B}", "\u{202E}\u{2066}", "\u{1D159}", "\u{13441}",
      "\u{FFFC}", "\u{E000}", "\u{10FFFF}", "\u{378}",
    ])
  func showsNothing(text: String) {
    #expect(text.isInvisible)
  }
}
