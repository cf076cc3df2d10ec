import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Tables on the screen")
struct TableScreenTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private static func block(_ cells: [String], isFirst: Bool = false) -> TextBlock {
    TextBlock(
      kind: .tableRow(isFirst: isFirst), runs: cells.map { TextRun($0, .cellStart) })
  }

  /// The measures of a machine, in more columns than any screen has room for.
  private static let wide = [
    block((1...24).map { "Column \($0)" }, isFirst: true),
    block(
      (1...24).map { $0 == 3 ? "a remark that takes more than one line of its own" : "\($0)00" }),
    block((1...24).map { $0 == 2 ? "好好好好好" : "value-\($0)" }),
  ]

  private static func stage(_ messages: [[TextBlock]]) throws -> Stage {
    let scenario = try Scenario()
    let stage = try Stage(scenario: scenario)
    stage.connect()
    stage.timelines[scenario.swift.id]?.send(
      Timeline(
        roomID: scenario.swift.id,
        messages: try messages.enumerated().map { index, blocks in
          try Scenario.message(
            "$\(index)", scenario.swift.id, scenario.linus, minute: Int64(index),
            FormattedScreenTests.content(blocks))
        }, people: [scenario.linus.id: scenario.linus], hasOlder: false))
    stage.open(scenario.swift.id)
    return stage
  }

  @Test(
    "one that does not fit is cut, and goes sideways while its message is selected",
    arguments: sizes)
  func sideways(size: [Int]) throws {
    let stage = try Self.stage([Self.wide, [TextBlock(runs: [TextRun("below")])]])
    try ScreenTests.expect(stage, "table", size)
    stage.press("Esc")
    #expect(!stage.footer(size[0]).contains("table"))
    stage.press("Up")
    #expect(stage.footer(size[0]).contains("Right table"))
    stage.press("Left", "Right")
    try ScreenTests.expect(stage, "table-right", size)
    #expect(stage.footer(size[0]).contains("Left back"))
    for _ in 0..<40 { stage.press("Right") }
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("Column 24") })
    #expect(!stage.footer(size[0]).contains("Right table"))
    try ScreenTests.expect(stage, "table-end", size)
    for _ in 0..<40 { stage.press("Left") }
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("Column 1 ") })
    stage.press("Right", "Down")
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("Column 1 ") })
    #expect(!stage.footer(size[0]).contains("table"))
  }

  @Test("only the message that goes sideways is laid out anew")
  func work() throws {
    let messages = Array(repeating: Self.wide, count: 8)
    let stage = try Self.stage(messages)
    _ = stage.screen(80, 60)
    stage.press("Esc")
    _ = stage.screen(80, 60)
    let view = try #require(stage.view.main?.conversation?.timeline)
    let before = view.layoutMissCount
    stage.press("Right")
    _ = stage.screen(80, 60)
    #expect(view.layoutMissCount == before + 1)
    stage.press("Up")
    _ = stage.screen(80, 60)
    #expect(view.layoutMissCount == before + 2)
  }

  private static func body(_ rows: [[String]]) -> FormattedBody {
    FormattedBody(
      blocks: rows.enumerated().map { index, cells in
        var block = FormattedBody.Block()
        block.kind = .tableRow(isFirst: index == 0)
        block.runs = cells.map { .init($0, .cellStart) }
        return block
      })
  }

  private static func lines(
    _ rows: [[String]], columns: Int, shift: Int = 0, limit: Int = 99
  ) -> (texts: [String], overflow: Int) {
    let layout = FormattedBodyLines(
      body(rows), isUncovered: false, columns: columns, limit: limit, shift: shift)
    return (layout.lines.map { $0.map(\.text.string).joined() }, layout.overflow)
  }

  @Test("cells wrap while each column has room for its words")
  func wraps() {
    let rows = [["Name", "What it is for"], ["tea.txt", "a list of teas that were drunk"]]
    #expect(
      Self.lines(rows, columns: 30).texts == [
        "Name    | What it is for", "tea.txt | a list of teas that", "        | were drunk",
      ])
    #expect(Self.lines(rows, columns: 18).overflow == 0)
    let (texts, overflow) = Self.lines(rows, columns: 17)
    #expect(texts == ["Name    | What i›", "tea.txt | a list›"])
    #expect(overflow == 7 + 3 + 30 - 17)
    let words = [["incomprehensible", "a"], ["b", "unquestionably so"]]
    #expect(Self.lines(words, columns: 33).overflow == 0)
    #expect(Self.lines(words, columns: 32).overflow == 4)
    let address = [["https://example.org/" + String(repeating: "x", count: 300), "an address"]]
    #expect(Self.lines(address, columns: 33).overflow == 0, "a long word is broken as elsewhere")
  }

  @Test("a part begins and ends at any column, also within wide letters and dividers")
  func parts() {
    let rows = [["好好好好好好", "abc", "第二列第二列", "e\u{301}nd"], ["x", "", "y"]]
    let whole = "好好好好好好 | abc | 第二列第二列 | e\u{301}nd"
    #expect(Self.lines(rows, columns: 40).texts.first == whole)
    let (first, overflow) = Self.lines(rows, columns: 12)
    #expect(first == ["好好好好好 ›", "x          ›"])
    #expect(overflow == 12 + 3 + 3 + 3 + 12 + 3 + 3 - 12)
    #expect(Self.lines(rows, columns: 12, shift: 1).texts == ["‹好好好好好›", "‹          ›"])
    #expect(Self.lines(rows, columns: 12, shift: 2).texts == ["‹ 好好好好 ›", "‹          ›"])
    #expect(Self.lines(rows, columns: 12, shift: 12).texts == ["‹| abc | 第›", "‹|     | y ›"])
    #expect(
      Self.lines(rows, columns: 12, shift: .max).texts == [
        "‹ 二列 | e\u{301}nd", "‹" + String(repeating: " ", count: 11),
      ])
    for columns in 1..<50 {
      for shift in 0..<50 {
        let layout = FormattedBodyLines(
          Self.body(rows), isUncovered: false, columns: columns, limit: 9, shift: shift)
        let widths = layout.lines.map { $0.reduce(0) { $0 + $1.text.width } }
        #expect(widths.allSatisfy { $0 <= max(columns, 2) }, "\(columns) \(shift)")
      }
    }
  }

  @Test("where a message is shown as a whole, no cell is hidden", arguments: [1, 9, 40])
  func whole(width: Int) {
    let cells = (0..<100).map { String(String(repeating: "\($0)", count: width).prefix(width)) }
    let rows = [cells, Array(cells.prefix(3))]
    let (texts, overflow) = Self.lines(rows, columns: 60, limit: .max)
    #expect(overflow == 0 && texts.allSatisfy { $0.count <= 60 })
    let words = texts.joined(separator: " ").split { $0 == " " || $0 == "|" }
    #expect(words.joined() == (cells + cells.prefix(3)).joined())
  }

  @Test("a table of any size takes its lines, and is as wide as the message")
  func hostile() {
    let marks = "a" + String(repeating: "\u{301}", count: 50_000)
    let cases: [[[String]]] = [
      [(0..<10_000).map { "\($0)" }, ["a"]],
      [Array(repeating: "", count: 10_000)],
      [["a", String(repeating: "word ", count: 20_000), String(repeating: "x", count: 100_000)]],
      [(0..<2_000).map { $0 == 1_000 ? String(repeating: "好", count: 30_000) : "b" }],
      [[marks, marks, marks, marks, marks, marks, marks, marks]],
      Array(repeating: ["a", "b"], count: 5_000),
    ]
    for (index, rows) in cases.enumerated() {
      for shift in [0, 5_000, .max] {
        let layout = FormattedBodyLines(
          Self.body(rows), isUncovered: false, columns: 60, limit: 400, shift: shift)
        #expect(layout.lines.count <= 400, "\(index)")
        #expect(layout.lines.allSatisfy { $0.count < 200 }, "\(index)")
        #expect(
          layout.lines.allSatisfy { $0.reduce(0) { $0 + $1.text.width } <= 60 }, "\(index) \(shift)"
        )
      }
    }
  }
}
