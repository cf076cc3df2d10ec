import Controllers
import SeededRandom
import Testing

@testable import PreferencesFile

@Suite("Reading preferences")
struct PreferenceReaderTests {
  private func read(_ text: String) -> ReadPreferences { ReadPreferences(Array(text.utf8)) }

  private func problem(
    _ line: Int, _ column: Int, _ key: String, _ reason: PreferenceProblem.Reason
  ) -> PreferenceProblem {
    PreferenceProblem(place: TextPlace(line: line, column: column), key: key, reason: reason)
  }

  @Test("values of all kinds hold, and what is not there has its usual value")
  func values() {
    let read = read(
      """
      input = { mouse = true, "undo-seconds" = 5 }
      privacy.read-receipts = 'private'
      [appearance]
      theme = "light" # at night, too
      [notifications]
      ways = [ "bell", # the bell
        "title" ]
      [keys]
      quit = "C-x"
      help = ["F1", "F12"]
      """)

    var expected = Preferences()
    expected.usesMouse = true
    expected.undoSeconds = 5
    expected.readReceipts = .ownDevices
    expected.theme = .light
    expected.noticeWays = [.bell, .title]
    expected.keys = ["quit": ["C-x"], "help": ["F1", "F12"]]
    #expect(read.preferences == expected)
    #expect(read.problems.isEmpty)
  }

  @Test("each preference takes the values of its kind, and keeps its usual one instead of others")
  func everyPreference() throws {
    for preference in Preference.all {
      for value in samples {
        let text =
          "[\(preference.section.rawValue)]\n\(preference.name) = \(TOMLText.literal(value))"
        let read = read(text)
        if preference.takes(value) {
          #expect(preference.read(read.preferences) == value, "\(preference.key)")
          #expect(read.problems.isEmpty)
        } else {
          #expect(read.preferences == Preferences())
          #expect(
            read.problems == [
              problem(2, preference.name.count + 4, preference.key, .wrongValue)
            ])
        }
      }
    }
  }

  private var samples: [PreferenceValue] {
    [
      .flag(true), .flag(false), .number(0), .number(60), .number(-1), .number(1_000),
      .text("auto"),
      .text("12h"), .text(""), .text("de"), .text("line\nbreak"), .text("private"), .words([]),
      .words(["bell", "title"]), .words(["bell", "drum"]),
      .text(String(repeating: "x", count: 1_001)),
    ]
  }

  @Test("a wrong value and an unknown name leave the rest as it is written")
  func wrong() {
    let read = read(
      """
      [appearance]
      themes = "dark"
      clock = "13h"
      size = 1
      [inputs]
      mouse = true
      [input]
      clock = "12h"
      undo-seconds = 3
      """)

    #expect(read.preferences.undoSeconds == 3)
    #expect(read.preferences.clock == .twentyFour)
    #expect(
      read.problems == [
        problem(2, 1, "appearance.themes", .unknownName(suggestion: "appearance.theme")),
        problem(3, 9, "appearance.clock", .wrongValue),
        problem(4, 1, "appearance.size", .unknownName(suggestion: nil)),
        problem(5, 2, "inputs", .unknownName(suggestion: "input")),
        problem(8, 1, "input.clock", .unknownName(suggestion: "appearance.clock")),
      ])
  }

  @Test("a line that is no TOML is told, and the other lines hold")
  func syntax() throws {
    let read = read("[appearance]\ntheme = dark\nclock = \"12h\"\n[input\n")

    #expect(read.preferences.clock == .twelve)
    #expect(read.preferences.theme == .automatic)
    let places = read.problems.map { $0.place?.line }
    #expect(places == [2, 4])
    guard case .syntax(let reason)? = read.problems.first?.reason else {
      Issue.record("no syntax error")
      return
    }
    #expect(!reason.isEmpty && !reason.contains("Error while"))
  }

  @Test("a table that is none, and keys that are none, are told where they are")
  func kinds() {
    let read = read("appearance = 1\n[keys]\nquit = 5\nhelp = [\"F1\", 2]\nredraw = \"C-l\"\n")

    #expect(
      read.problems == [
        problem(1, 14, "appearance", .wrongValue), problem(3, 8, "keys.quit", .noKeys),
        problem(4, 8, "keys.help", .noKeys),
      ])
    #expect(read.preferences.keys == ["redraw": ["C-l"]])
  }

  @Test("keys that the program refuses are told with their place, and others stay")
  func refusedKeys() {
    let read = read("[keys]\nquit = \"x\"\nhelp = \"F9\"").withKeys(
      refused: ["quit": .unusableKeys("no"), "y": .unusableKeys("no")])

    #expect(read.preferences.keys == ["help": ["F9"]])
    #expect(read.problems == [problem(2, 8, "keys.quit", .unusableKeys("no"))])
  }

  @Test("bytes of any kind are read without a trap", arguments: 0..<40)
  func anyBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet =
      Array("[]{}=\"'#\\.\n\r\t ,äappearance theme keys 1 true\u{0}".utf8) + [0xFF, 0xC3]
    for _ in 0..<25 {
      let count = Int.random(in: 0..<120, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      for problem in ReadPreferences(bytes).problems {
        #expect((problem.place?.line ?? 0) >= 1)
      }
    }
  }
}
