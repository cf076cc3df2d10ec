import Foundation
import Testing

@Suite("The check of a program's output")
struct OutputCheckTests {
  @Test(
    "text and what draws it pass",
    arguments: [
      "words\r\n", "\u{1B}[31;1m\u{1B}[2;5Hé好\u{1B}[K\u{1B}[?25l\u{1B}(B\u{1B}7\u{1B}8\u{1B}[m",
      "\u{1B}]2;chat-tui\u{1B}\\a\u{1B}]2;(12 @3) chat-tui\u{1B}\\",
    ])
  func passes(output: String) {
    #expect(throws: Never.self) { try OutputCheck.check(Data(output.utf8)) }
  }

  @Test(
    "sequences to the terminal's machinery, controls and marks that reorder do not",
    arguments: [
      "\u{1B}]0;title\u{07}", "\u{1B}]2;Eve chat-tui\u{1B}\\", "\u{1B}Pq\u{1B}\\",
      "\u{1B}_G\u{1B}\\", "\u{1B}c", "\u{1B}[7391;1H",
      "\u{1B}[5i",
      "\u{9B}m", "\u{07}", "\u{7F}", "\u{0}", "\u{202E}", "\u{E000}", "\u{2028}",
    ])
  func refuses(output: String) {
    #expect(throws: OutputCheck.Violation.self) { try OutputCheck.check(Data(output.utf8)) }
  }
}
