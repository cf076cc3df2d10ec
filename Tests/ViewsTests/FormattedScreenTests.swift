import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Formatted messages on the screen")
struct FormattedScreenTests {
  private static func block(
    _ runs: [TextRun], _ kind: TextBlockKind = .paragraph, quotes: Int = 0, lists: Int = 0,
    marker: String? = nil
  ) -> TextBlock {
    TextBlock(kind: kind, quoteDepth: quotes, listDepth: lists, marker: marker, runs: runs)
  }

  static func content(_ blocks: [TextBlock]) -> MessageContent {
    .text(TextContent(body: "source", formatted: FormattedText(blocks: blocks)))
  }

  /// A message with each kind of block and format.
  private static func everything(_ scenario: Scenario) -> [TextBlock] {
    [
      block([TextRun("A heading")], .heading(level: 1)),
      block([
        TextRun("plain, "), TextRun("strong", .strong), TextRun(", "),
        TextRun("stressed", .emphasis), TextRun(", "), TextRun("underlined", .underlined),
        TextRun(", "), TextRun("struck", .struck), TextRun(" and "), TextRun("code()", .code),
      ]),
      block(
        [TextRun("a bullet whose text is long enough for a second line here")], lists: 1,
        marker: "•"),
      block([TextRun("a number below it")], lists: 2, marker: "10."),
      block(
        [TextRun("a quote of somebody, who said more than fits into one line")], quotes: 1),
      block([TextRun("let a = 1\n  print(a)")], .code(language: "swift")),
      block([], .rule),
      block(
        [
          TextRun("", .cellStart), TextRun("Name", .strong), TextRun("", .cellStart),
          TextRun("Size", .strong),
        ], .tableRow(isFirst: true)),
      block(
        [TextRun("tea.txt", .cellStart), TextRun("12", .cellStart)], .tableRow(isFirst: false)),
      block([
        TextRun("see "), TextRun("the bank", .link), TextRun(" (evil.example)", .address),
        TextRun(", "), TextRun("Gracie", .pill, person: scenario.grace.id), TextRun(" and "),
        TextRun("Ada", .pill, person: scenario.ada.id), TextRun(": "),
        TextRun("it was the butler", .spoiler),
      ]),
    ]
  }

  private static func stage(_ content: MessageContent) throws -> Stage {
    let scenario = try Scenario()
    let stage = try Stage(scenario: scenario)
    stage.connect()
    stage.timelines[scenario.swift.id]?.send(
      Timeline(
        roomID: scenario.swift.id,
        messages: [
          try Scenario.message("$a", scenario.swift.id, scenario.linus, minute: 0, content)
        ],
        people: [
          scenario.linus.id: scenario.linus, scenario.grace.id: scenario.grace,
          scenario.ada.id: scenario.ada,
        ], hasOlder: false))
    stage.open(scenario.swift.id)
    return stage
  }

  @Test("all formats", arguments: [[80, 24], [50, 15], [200, 60]])
  func everything(size: [Int]) throws {
    let stage = try Self.stage(Self.content(Self.everything(try Scenario())))

    try ScreenTests.expect(stage, "formatted", size)
  }

  @Test("all formats without colours", arguments: [[80, 24], [50, 15], [200, 60]])
  func monochrome(size: [Int]) throws {
    let stage = try Self.stage(Self.content(Self.everything(try Scenario())))

    try ScreenFile.expect(
      stage.canvas(size[0], size[1], capabilities: .init(colorDepth: .monochrome)),
      "formatted-none-\(size[0])x\(size[1])")
  }

  @Test(
    "all formats where the whole message is read", arguments: [[80, 24], [50, 15], [200, 60]])
  func whole(size: [Int]) throws {
    let more = Self.block([TextRun(String(repeating: "and so on ", count: 30))])
    let stage = try Self.stage(Self.content(Self.everything(try Scenario()) + [more]))
    stage.press("Esc")
    #expect(stage.choose("read-whole"))
    stage.press("Down")

    try ScreenTests.expect(stage, "formatted-whole", size)
    stage.press("End")
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("and so on") })
    // All of it fits on a tall screen.
    #expect(stage.screen(size[0], size[1])[1].contains("/") == (size[1] < 60))
    stage.press("Home")
    #expect(stage.screen(size[0], size[1]).contains { $0.contains("▌ A heading") })
  }

  @Test("a message with more formats than are shown says so")
  func lacking() throws {
    let stage = try Self.stage(.text(TextContent(body: "a long list", lacksFormats: true)))
    #expect(stage.screen().contains { $0.contains("a long list (shown without its formats)") })
  }

  @Test("a key uncovers a spoiler and covers it again")
  func spoiler() throws {
    let stage = try Self.stage(
      Self.content([Self.block([TextRun("It was "), TextRun("the butler", .spoiler)])]))
    #expect(!stage.canvas().screenText().contains { $0.contains("butler") })

    stage.press("Esc", "s")
    #expect(stage.canvas().screenText().contains { $0.contains("It was the butler") })

    stage.press("s")
    #expect(stage.canvas().screenText().contains { $0.contains("It was ▒▒▒ ▒▒▒▒▒▒") })
  }

  @Test("the program's name of a person stands for what the sender wrote")
  func names() throws {
    let scenario = try Scenario()
    let stage = try Self.stage(
      Self.content([Self.block([TextRun("Linus", .pill, person: scenario.grace.id)])]))

    let lines = stage.canvas().screenText()
    #expect(lines.contains { $0.contains("  Grace Hopper") })
  }

  @Test("of many blank lines two are shown, but the whole text has them all")
  func blanks() {
    var quote = FormattedBody.Block()
    quote.quoteDepth = 1
    quote.runs = [.init("a" + String(repeating: "\n", count: 300))]
    let empty = Array(repeating: FormattedBody.Block(), count: 300)
    var last = FormattedBody.Block()
    last.runs = [.init("b")]
    func texts(_ limit: Int) -> [String] {
      FormattedBodyLines.lines(
        of: FormattedBody(blocks: [quote] + empty + [last]), isUncovered: false, columns: 20,
        limit: limit
      ).map { $0.map(\.text.string).joined() }
    }
    #expect(texts(9) == ["> a", "> ", "> ", "b"])
    #expect(texts(.max).count == 602)
  }

  @Test("long bodies are cut, and no line exceeds the width", arguments: [2, 7, 20, 100])
  func limits(columns: Int) {
    var deep = FormattedBody.Block()
    deep.quoteDepth = 6
    deep.listDepth = 6
    deep.markerText = "-99999."
    deep.runs = [.init(String(repeating: "wörd 好 ", count: 200), [.code, .struck])]
    let lines = FormattedBodyLines.lines(
      of: FormattedBody(blocks: Array(repeating: deep, count: 50)), isUncovered: false,
      columns: columns, limit: 60)
    #expect(lines.count == 60)
    #expect(lines.last?.first?.text.string.hasPrefix("…") == true)
    guard columns >= 7 else { return }
    #expect(lines.allSatisfy { $0.reduce(0) { $0 + $1.text.width } <= columns })
  }

  @Test(
    "a hostile text in any format changes nothing outside its lines", arguments: HostileText.all)
  func hostile(hostile: HostileText) throws {
    let clean = try Self.stage(Scenario.text("clean")).canvas()
    let text = hostile.text.isEmpty ? "x" : hostile.text
    let blocks = [
      Self.block([TextRun(text, .code), TextRun(text, .spoiler)], .heading(level: 1)),
      Self.block([TextRun(text)], .code(language: text), lists: 3, marker: text),
      Self.block([TextRun(text, .cellStart), TextRun(text, .cellStart)], .tableRow(isFirst: true)),
    ]
    let canvas = try Self.stage(Self.content(blocks)).canvas()
    let pane = MainLayout(size: canvas.screenSize, showsList: false).pane
    let timeline = try #require(pane.map { ConversationLayout(pane: $0, inputRows: 1).timeline })
    HostileScreenTests.compare(canvas, clean) { point in
      // The list shows the message too, and the line below the messages says whether there are more.
      timeline.contains(point) || point.row == timeline.maxRow || point.column < timeline.minColumn
    }
    let columns = MessageColumns(width: timeline.columns)
    let marks = HostileScreenTests.cells(
      of: canvas,
      in: Rect(
        column: timeline.minColumn, row: timeline.minRow, columns: columns.bodyColumn,
        rows: timeline.rows))
    let allowed = Set("0123456789: LinusToday─Beginning of the room")
    #expect(marks.allSatisfy { $0.text.allSatisfy { allowed.contains($0) } })
  }

  @Test(
    "no formats of a person make the program's style, even on a selected row",
    arguments: ForgedLineTests.looks)
  func styles(look: TerminalCapabilities) {
    let theme = Theme(look)
    for ground in [Ground.plain, .selection] {
      let note = theme.style(.note, on: ground)
      // Where the program writes an address, it says so itself.
      for bits in 0..<1024 where bits & FormattedBody.Traits.address.rawValue == 0 {
        #expect(theme.style(.body(.init(rawValue: bits)), on: ground) != note)
      }
    }
  }
}
