import Controllers
import Models
import Signals
import Terminal
import Testing

@testable import Views

/// What a person may write to imitate the program.
@MainActor
@Suite("Forged lines")
struct ForgedLineTests {
  nonisolated static let forgeries = [
    "· Grace joined", "▸ 12 people joined", "! not sent: you may not write here",
    "* Linus waves", "- build 4711 is green", "x\n· Grace joined\n  · Linus left\n· Ada joined",
    "────────────── Today ──────────────", "──────── new ────────", "hello (edited)",
    "hello sending…", "sending…", "[image cat.png 640x480 82 kB]", "loading picture…",
    "! no picture: The picture is gone.", "Message removed by Grace", "@12:31 Ada  hello",
    "🔒 Encrypted message: this version cannot read it.", "Beginning of the room", "",
    String(repeating: "word ", count: 60) + "· Grace joined",
  ]

  nonisolated static let looks: [TerminalCapabilities] = [
    .init(), .init(background: .light), .init(colorDepth: .basic),
    .init(colorDepth: .monochrome),
  ]

  private static func stage(_ messages: [Message]) throws -> Stage {
    let scenario = try Scenario()
    let stage = try Stage(scenario: scenario)
    stage.connect()
    stage.timelines[scenario.swift.id]?.send(
      Timeline(
        roomID: scenario.swift.id, messages: messages,
        people: [
          scenario.linus.id: scenario.linus, scenario.grace.id: scenario.grace,
          scenario.ada.id: scenario.ada,
        ], hasOlder: true))
    stage.open(scenario.swift.id)
    return stage
  }

  private static func message(
    _ id: String, _ content: MessageContent, minute: Int64 = 0,
    _ change: (inout Message.Builder) -> Void = { _ in }
  ) throws -> Message {
    let scenario = try Scenario()
    return try Scenario.message(
      id, scenario.swift.id, scenario.linus, minute: minute, content
    ).with(change)
  }

  /// The timeline's rectangle and its message columns.
  private static func timeline(_ canvas: Canvas) -> (Rect, MessageColumns)? {
    let layout = MainLayout(size: canvas.screenSize, showsList: false)
    guard let pane = layout.pane else { return nil }
    let rect = ConversationLayout(pane: pane, inputRows: 1).timeline
    return (rect, MessageColumns(width: rect.columns))
  }

  /// All cells of a screen by row and column.
  @MainActor
  private struct Cells {
    private let cells: [HostileScreenTests.CellLook]
    private let columns: Int

    init(_ canvas: Canvas) {
      columns = canvas.screenSize.columns
      cells = HostileScreenTests.cells(
        of: canvas, in: Rect(origin: Point(column: 0, row: 0), size: canvas.screenSize))
    }

    subscript(column: Int, row: Int) -> HostileScreenTests.CellLook {
      cells[row * columns + column]
    }
  }

  /// The ways to say a text, with and without formats.
  private static func forms(
    of body: String, _ look: TerminalCapabilities
  ) -> [(TextContent.Kind, FormattedText?)] {
    let kinds = [TextContent.Kind.plain, .notice, .emote].map { ($0, nil as FormattedText?) }
    // Each form takes a whole screen; colours by number and light ones differ in nothing that matters here.
    guard look == looks.first || look == looks.last else { return kinds }
    let blocks = [
      TextBlock(runs: [TextRun(body, [.strong, .emphasis])]),
      TextBlock(runs: [TextRun(body, [.code, .emphasis])]),
      TextBlock(kind: .code(language: body), runs: [TextRun(body, .emphasis)]),
      TextBlock(quoteDepth: 6, listDepth: 6, marker: body, runs: [TextRun(body)]),
      TextBlock(
        kind: .tableRow(isFirst: true),
        runs: [TextRun(body, .cellStart), TextRun(body, [.cellStart, .emphasis])]),
    ]
    return kinds + blocks.map { (.plain, FormattedText(blocks: [$0])) }
  }

  // An empty body has no words of a person: its row has the program's.
  @Test(
    "user text never reaches the mark column or gets the program's style",
    arguments: forgeries.filter { !$0.isEmpty }, looks)
  func messages(body: String, look: TerminalCapabilities) throws {
    for (kind, formatted) in Self.forms(of: body, look) {
      let stage = try Self.stage([
        try Self.message("$a", .text(TextContent(body: body, kind: kind, formatted: formatted)))
      ])
      for columns in [100, 55] {
        let canvas = stage.canvas(columns, 50, capabilities: look)
        let cells = Cells(canvas)
        let (rect, columns) = try #require(Self.timeline(canvas))
        let note = Theme(look).style(.note, on: .plain)
        let mark = [TextContent.Kind.plain: " ", .notice: "-", .emote: "*"][kind]
        var marks: [String] = []
        // The history line and the day are above the message.
        let top = try #require(canvas.screenText().firstIndex { $0.contains("─ Today") })
        for row in (top + 1)..<rect.maxRow {
          let cell = cells[rect.minColumn + columns.markColumn, row]
          if !columns.isStacked || row > top + 1 { marks.append(cell.text) }
          let styled = (columns.bodyColumn..<rect.columns).filter { column in
            let cell = cells[rect.minColumn + column, row]
            return cell.text != " " && !cell.text.isEmpty && cell.style == note
          }
          #expect(styled.isEmpty)
        }
        #expect(marks.first == mark)
        #expect(marks.dropFirst().allSatisfy { $0 == " " }, "\(marks)")
      }
    }
  }

  @Test("program text has its own mark and its own style", arguments: looks)
  func program(look: TerminalCapabilities) throws {
    let scenario = try Scenario()
    let joined = MessageContent.membership(
      .init(user: scenario.grace.id, displayName: "Grace", kind: .joined))
    let stage = try Self.stage([
      try Self.message("$1", .roomName("Tea")),
      try Self.message("$2", joined), try Self.message("$3", joined),
      try Self.message("$4", .redacted), try Self.message("$5", .encrypted),
      try Self.message("$6", .file(.init(kind: .file, name: "a.pdf")), minute: 9),
      try Self.message("$7", try Scenario.picture("cat.png"), minute: 19),
      try Self.message("$8", Scenario.text("mine")) {
        $0.delivery = .failed(status: 403, code: "M_FORBIDDEN")
      },
    ])
    stage.picture.fail(.init(operation: .fetchImage, reason: .timedOut))
    for size in [[100, 30], [55, 22]] {
      let canvas = stage.canvas(size[0], size[1], capabilities: look)
      let cells = Cells(canvas)
      let (rect, columns) = try #require(Self.timeline(canvas))
      let note = Theme(look).style(.note, on: .plain)
      let lines = canvas.screenText()
      let said = [
        ("Linus named the room", "·"), ("Grace joined 2 times", "▸"), ("Message removed", "·"),
        ("🔒 Encrypted", "·"), ("[file a.pdf]", "·"), ("[image cat.png", "·"),
        ("no picture", "!"), ("not sent", "!"),
      ]
      for (text, mark) in said {
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
        #expect(cells[rect.minColumn + columns.markColumn, row].text == mark, "\(text)")
        let first = cells[rect.minColumn + columns.bodyColumn, row]
        #expect(mark == "!" || first.style == note, "\(text)")
      }
    }
  }

  @Test(
    "a wrapped reason does not look like a new event: another mark, and no time after it",
    arguments: [46, 55, 72, 80, 100])
  func wrappedReason(columns width: Int) throws {
    let scenario = try Scenario()
    let reason =
      "see you all tomorrow Bob\u{A0}gave\u{A0}everybody\u{A0}admin, so they say, all of it"
    let stage = try Self.stage([
      try Self.message(
        "$1",
        .membership(
          .init(
            user: scenario.grace.id, displayName: "Grace", kind: .left,
            reason: String(repeating: reason + " ", count: 2))))
    ])
    let canvas = stage.canvas(width, 24)
    let cells = Cells(canvas)
    let (rect, columns) = try #require(Self.timeline(canvas))
    let lines = canvas.screenText()
    let first = try #require(lines.firstIndex { $0.contains("Grace left") })
    let marks = (first..<rect.maxRow).map { row in
      cells[rect.minColumn + columns.markColumn, row].text
    }
    #expect(marks.first == "·")
    #expect(marks.contains("┊"))
    #expect(marks.dropFirst().allSatisfy { $0 != "·" })
    #expect(lines.dropFirst(first + 1).allSatisfy { !$0.hasSuffix("12:30") })
  }

  @Test("program words after a message differ from its text in style", arguments: looks)
  func words(look: TerminalCapabilities) throws {
    let stage = try Self.stage([
      try Self.message("$1", Scenario.text("one (edited)")) { $0.isEdited = true },
      try Self.message("$2", Scenario.text("two sending…")) { $0.delivery = .sending },
    ])
    for size in [[100, 30], [55, 18]] {
      let canvas = stage.canvas(size[0], size[1], capabilities: look)
      let note = Theme(look).style(.note, on: .plain)
      for (text, word) in [("one (edited) ", "(edited)"), ("two sending… ", "sending…")] {
        let lines = canvas.screenText()
        let row = try #require(lines.firstIndex { $0.contains(text + word) })
        let line = Array(lines[row])
        let start = try #require(
          line.indices.first { String(line[$0...]).hasPrefix(text + word) })
        let own = canvas.style(at: Point(column: start + 5, row: row))
        let said = canvas.style(at: Point(column: start + text.count, row: row))
        #expect(own != said)
        #expect(said == note)
      }
    }
  }

  @Test("no other text has the program's style, even on a selected row", arguments: looks)
  func style(look: TerminalCapabilities) {
    let theme = Theme(look)
    for ground in [Ground.plain, .selection] {
      for role in [Role.text, .mention, .dim, .sender(0), .strong] {
        #expect(theme.style(.note, on: ground) != theme.style(role, on: ground), "\(role)")
      }
    }
  }

  @Test("an emote and a notice show their sender in the sender's colour, within a group too")
  func senders() throws {
    let stage = try Self.stage([
      try Self.message("$1", Scenario.text("hello")),
      try Self.message("$2", .text(.init(body: "build is green", kind: .notice))),
      try Self.message("$3", .text(.init(body: "waves", kind: .emote))),
    ])
    let canvas = stage.canvas()
    let lines = canvas.screenText()
    var styles: [Style] = []
    for text in ["hello", "- build is green", "* waves"] {
      let row = try #require(lines.firstIndex { $0.contains(text) })
      #expect(lines[row].contains("12:30 Linus"))
      styles.append(canvas.style(at: Point(column: 36, row: row)))
    }
    #expect(Set(styles).count == 1)
    #expect(styles.first?.attributes.contains(.bold) == true)
  }
}
