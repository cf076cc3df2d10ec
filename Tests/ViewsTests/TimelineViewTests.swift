import Controllers
import Imaging
import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("TimelineView")
struct TimelineViewTests {
  /// A room of numbered messages, one line each.
  static func stage(
    _ numbers: Range<Int>, hasOlder: Bool = true, readUpTo: Int? = nil
  ) throws -> Stage {
    let stage = try Stage()
    try send(stage, numbers, hasOlder: hasOlder, readUpTo: readUpTo)
    stage.connection.send(.online)
    stage.rooms.send(stage.scenario.rooms)
    stage.open(stage.scenario.swift.id)
    _ = stage.screen(100, 20)
    return stage
  }

  static func send(
    _ stage: Stage, _ numbers: some Sequence<Int>, hasOlder: Bool = true, edited: Int? = nil,
    readUpTo: Int? = nil, gapAt gap: Int? = nil, ownFrom own: Int = .max, at place: Int? = nil
  ) throws {
    let room = stage.scenario.swift.id
    let messages = try numbers.map { number in
      try Scenario.message(
        "$n\(number)", room, number < own ? stage.scenario.grace : stage.scenario.ada,
        minute: Int64(number),
        Scenario.text("number \(number);")
      ).with { $0.isEdited = number == edited }
    }
    let timeline = Timeline(
      roomID: room, messages: messages, people: [:], hasOlder: hasOlder,
      readUpTo: readUpTo.flatMap { EventID("$n\($0)") }, isEncrypted: false)
    stage.timelines[room]?.send(
      timeline.with { draft in
        draft.gaps = gap.flatMap { Message.ID("$n\($0)") }.map { [$0] } ?? []
        draft.place = place.flatMap { Message.ID("$n\($0)") }
      })
  }

  /// The numbers of the messages on the screen.
  static func numbers(_ stage: Stage) -> [Int] {
    stage.screen(100, 20).compactMap { line in
      let tail = line.components(after: "number ")
      return tail.flatMap { Int($0.prefix { $0 != ";" }) }
    }
  }

  @Test("the first loaded message is not taken for the first one")
  func home() throws {
    let stage = try Self.stage(100..<200)
    stage.press("Esc", "Home")
    #expect(Self.numbers(stage).first == 100)
    #expect(stage.footer().contains("There are older messages: the same key goes on to them"))
    let whole = try Self.stage(0..<20, hasOlder: false)
    whole.press("Esc", "Home")
    #expect(!whole.footer().contains("older"))
  }

  @Test(
    "in a low window a picture leaves room for its sender and its name", arguments: [15, 18, 24])
  func lowPicture(rows: Int) throws {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    stage.connect(opening: room)
    stage.timelines[room]?.send(
      Timeline(
        roomID: room,
        messages: [
          try Scenario.message(
            "$1", room, stage.scenario.grace, minute: 1, try Scenario.picture("cat.png"))
        ], people: [:], hasOlder: false, isEncrypted: false))
    _ = stage.screen(50, rows)
    let pixels = (0..<16_000).map { 0xFF00_0000 | UInt32($0) &* 7919 & 0xFF_FFFF }
    stage.picture.send(Bitmap(width: 40, height: 400, pixels: pixels))
    let screen = stage.screen(50, rows)
    #expect(screen.contains { $0.contains("cat.png") })
    #expect(
      screen.contains { $0.lowercased().contains("grace") }, "\(screen.joined(separator: "\n"))")
    // A low one is still a picture.
    #expect(screen.count { $0.contains("▀") || $0.contains("█") || $0.contains("▄") } >= 4)
  }

  @Test("older and newer messages do not move the visible text")
  func stability() throws {
    let stage = try Self.stage(100..<200)
    stage.press("PageUp", "PageUp")
    let before = Self.numbers(stage)

    try Self.send(stage, 50..<200)
    #expect(Self.numbers(stage) == before)
    try Self.send(stage, 50..<203)
    #expect(Self.numbers(stage) == before)
    #expect(stage.screen(100, 20).contains { $0.contains("3 new below") })
    stage.press("PageDown", "PageDown", "PageDown")
    #expect(Self.numbers(stage).last == 202)
    #expect(!stage.screen(100, 20).contains { $0.contains("below") })
  }

  @Test("the end follows new messages, and sending scrolls there")
  func following() throws {
    let stage = try Self.stage(0..<100)
    #expect(Self.numbers(stage).last == 99)
    try Self.send(stage, 0..<101)
    #expect(Self.numbers(stage).last == 100)

    stage.press("PageUp")
    stage.type("hi")
    stage.press("Enter")
    #expect(Self.numbers(stage).last == 100)
  }

  @Test("older messages load, once at a time, when less than a page is above")
  func older() throws {
    let stage = try Self.stage(0..<60)
    _ = stage.journal.take()
    stage.press("PageUp")
    #expect(stage.journal.take().isEmpty)
    stage.press("PageUp", "PageUp", "PageUp", "PageUp")
    #expect(stage.journal.take() == ["loadOlder"])
    #expect(stage.screen(100, 20).contains { $0.contains("Loading older") })
    stage.older.fail(RequestError(operation: .loadTimeline, reason: .timedOut))
    #expect(stage.screen(100, 20).contains { $0.contains("PageUp tries again") })
    stage.press("PageUp")
    #expect(stage.journal.take() == ["loadOlder"])
  }

  /// A room with consecutive messages from Grace and a long one from Linus.
  static func grouped(_ columns: Int) throws -> Stage {
    let stage = try Stage()
    let (room, scenario) = (stage.scenario.swift.id, stage.scenario)
    let messages = try (0..<40).map { number in
      try Scenario.message(
        "$n\(number)", room, number == 39 ? scenario.linus : scenario.grace, minute: 0,
        Scenario.text(
          number == 39 ? (0..<40).map { "line \($0)" }.joined(separator: "\n") : "number \(number);"
        ))
    }
    stage.connection.send(.online)
    stage.rooms.send(scenario.rooms)
    stage.timelines[room]?.send(
      Timeline(
        roomID: room, messages: messages,
        people: [scenario.grace.id: scenario.grace, scenario.linus.id: scenario.linus],
        hasOlder: false, readUpTo: messages.last?.eventID))
    stage.open(room)
    _ = stage.screen(columns, 20)
    return stage
  }

  @Test("the first visible line shows the sender and time without moving anything")
  func upperEdge() throws {
    let stage = try Self.grouped(100)
    let view = try #require(stage.view.main?.conversation?.timeline)
    func edge() -> String { String(stage.screen(100, 20)[3].dropFirst(29)) }

    #expect(edge().hasPrefix(" 12:30 Linus            line 26"))
    for _ in 0..<3 { stage.press("PageUp") }
    #expect(edge().hasPrefix(" 12:30 Grace Hopper     number "))
    #expect(
      String(stage.screen(100, 20)[4].dropFirst(29)).hasPrefix(" 12:30                  number "))
    let content = view.content(width: 71)
    let heights = (0..<content.count).map(content.height)
    #expect(heights.dropFirst(2).dropLast().allSatisfy { $0 == 1 })
    stage.press("Esc", "g")
    #expect(edge().hasPrefix("▌12:30 Grace Hopper     number 0;"))
  }

  @Test("where senders have their own lines, the line above the messages names the sender")
  func stackedUpperEdge() throws {
    let stage = try Self.grouped(55)
    func rule() -> String { stage.screen(55, 20)[2] }

    #expect(rule().hasPrefix(" Linus 12:30 ───"))
    for _ in 0..<4 { stage.press("PageUp") }
    #expect(rule().hasPrefix(" Grace Hopper 12:30 ───"))
    stage.press("Esc", "g")
    #expect(rule().hasPrefix("──────"))
    #expect(stage.screen(55, 20)[3].dropFirst().hasPrefix("Grace Hopper 12:30"))
    #expect(stage.screen(55, 10)[1].contains("#swift-tui"))
    stage.press("PageDown", "PageDown")
    #expect(stage.screen(55, 10)[1].contains("Grace Hopper 12:30"))
  }

  @Test("a never-read room opens at its first line and stays there until the user scrolls")
  func opensAtStart() throws {
    let stage = try Self.stage(0..<60, hasOlder: false)
    #expect(Self.numbers(stage).first == 0)
    #expect(stage.screen(100, 20)[3].contains("Beginning of the room"))
    #expect(stage.view.main?.conversation?.model.timeline.isBehind.value == true, "not all is read")
    let before = Self.numbers(stage)

    try Self.send(stage, 0..<63, hasOlder: false)
    #expect(Self.numbers(stage) == before)
    #expect(stage.screen(100, 20).contains { $0.contains("more below") })
    #expect(stage.screen(100, 40)[3].contains("Beginning of the room"))
    _ = stage.screen(100, 20)

    stage.press("PageDown")
    #expect((Self.numbers(stage).first ?? 0) > 5)
    stage.press("PageUp", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown")
    try Self.send(stage, 0..<64, hasOlder: false)
    #expect(Self.numbers(stage).last == 63)
  }

  @Test("a never-read room that fits the window follows new messages")
  func opensAtStartShort() throws {
    let stage = try Self.stage(0..<3, hasOlder: false)
    #expect(Self.numbers(stage) == [0, 1, 2])
    #expect(stage.view.main?.conversation?.model.timeline.isBehind.value == false, "all is read")

    try Self.send(stage, 0..<60, hasOlder: false)
    #expect(Self.numbers(stage).last == 59)
  }

  @Test("a never-read room in a small window shows the first new message, not its sender alone")
  func opensAtStartSmall() throws {
    for height in 9...24 {
      let stage = try Stage()
      let (room, ada, grace) = (stage.scenario.swift.id, stage.scenario.ada, stage.scenario.grace)
      let old = try (0..<4).map {
        try Scenario.message("$o\($0)", room, grace, minute: 0, Scenario.text("old \($0);"))
      }
      let joined = try Scenario.message(
        "$j", room, ada, minute: 1,
        .membership(.init(user: ada.id, displayName: "Ada", kind: .joined)))
      let new = try Scenario.message("$n", room, grace, minute: 2, Scenario.text("hello there"))
      stage.timelines[room]?.send(
        Timeline(roomID: room, messages: old + [joined, new], people: [:], hasOlder: false))
      stage.connection.send(.online)
      stage.rooms.send(stage.scenario.rooms)
      stage.open(room)
      let screen = stage.screen(55, height)
      func shows(_ text: String) -> Bool { screen.contains { $0.contains(text) } }
      #expect(shows("─ new ─") == shows("hello there"), "\(screen.joined(separator: "\n"))")
      #expect(shows("Beginning of the room") || shows("─ new ─"), "\(height) rows")
    }
  }

  @Test("a jump to a folded change selects the line into which it is folded")
  func jumpIntoFold() throws {
    let stage = try Self.stage(0..<5)
    let (room, grace) = (stage.scenario.swift.id, stage.scenario.grace)
    let changes = try (0..<3).map { number in
      let user = try Scenario.user("@p\(number):example.org", "P\(number)")
      return try Scenario.message(
        "$c\(number)", room, user, minute: 0,
        .membership(.init(user: user.id, displayName: "P\(number)", kind: .joined)))
    }
    let reply = try Scenario.message("$r", room, grace, minute: 1, Scenario.text("hello")).with {
      $0.reply = Reply(target: changes[1].id, quote: .missing)
    }
    stage.timelines[room]?.send(
      Timeline(roomID: room, messages: changes + [reply], people: [:], hasOlder: true))
    _ = stage.screen(100, 20)
    stage.press("Esc", "Enter")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    #expect(timeline.selectedRow?.content.value.noteText == "P0, P1 and P2 joined")
  }

  @Test("Esc selects what was sent last, not what was selected before it")
  func selectionAfterSending() throws {
    let stage = try Self.stage(0..<5)
    _ = stage.screen(100, 20)
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    stage.press("Esc", "k", "k")
    let old = try #require(timeline.selectedID)
    stage.press("i")
    stage.type("one more")
    stage.press("Enter")
    _ = stage.screen(100, 20)
    stage.press("Esc")
    #expect(timeline.selectedID != old)
    #expect(timeline.selectedID == timeline.model.rows.value.last?.id)
  }

  @Test("Enter and Space expand and collapse changes, and the selection stays near")
  func folds() throws {
    let stage = try Self.stage(0..<5)
    let (room, grace) = (stage.scenario.swift.id, stage.scenario.grace)
    func send(_ count: Int) throws {
      let messages = try (0..<count).map { number in
        let user = try Scenario.user("@p\(number):example.org", "P\(number)")
        return try Scenario.message(
          "$c\(number)", room, user, minute: 0,
          .membership(.init(user: user.id, displayName: "P\(number)", kind: .joined)))
      }
      let hello = try Scenario.message("$h", room, grace, minute: 0, Scenario.text("hello"))
      stage.timelines[room]?.send(
        Timeline(roomID: room, messages: [hello] + messages, people: [:], hasOlder: true))
    }
    func shows(_ text: String) -> Bool { stage.screen(100, 20).contains { $0.contains(text) } }
    try send(1)
    _ = stage.screen(100, 20)
    stage.press("Esc")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    #expect(timeline.selectedRow?.content.value.noteText == "P0 joined")

    try send(3)
    #expect(timeline.selectedRow?.content.value.noteText == "P0, P1 and P2 joined")
    #expect(stage.footer().contains("Enter open"))
    stage.press("Enter")
    #expect(shows("▾ P0, P1 and P2 joined"))
    #expect(shows("· P1 joined"))
    stage.press("Space")
    #expect(shows("▸ P0, P1 and P2 joined"))
    #expect(!shows("· P1 joined"))
    stage.press("k", "Enter")
    #expect(stage.view.main?.profile != nil)
  }

  @Test("a message that mentions the account has a mark in the margin and highlights the name")
  func mentions() throws {
    let stage = try Self.stage(0..<1)
    let room = stage.scenario.swift.id
    let message = try Scenario.message(
      "$m", room, stage.scenario.grace, minute: 0, Scenario.text("hello Ada, look"))
    stage.timelines[room]?.send(
      Timeline(roomID: room, messages: [message], people: [:], hasOlder: true))
    for (columns, start) in [(100, 29), (55, 0)] {
      let canvas = stage.canvas(columns, 20)
      let lines = canvas.screenText()
      let row = try #require(lines.firstIndex { $0.dropFirst(start).first == "@" })
      let line = try #require(lines.firstIndex { $0.contains("hello Ada, look") })
      let name = try #require(
        lines[line].indices.first { lines[line][$0...].hasPrefix("Ada,") })
      let column = lines[line].distance(from: lines[line].startIndex, to: name)
      let look = canvas.style(at: Point(column: start, row: row))
      #expect(
        (0..<3).allSatisfy { canvas.style(at: Point(column: column + $0, row: line)) == look })
      #expect(canvas.style(at: Point(column: column + 3, row: line)) != look)
    }
  }

  @Test("members are requested when they are visible")
  func members() throws {
    let stage = try Self.stage(0..<3)
    func asked() -> Int { stage.journal.take().filter { $0 == "members" }.count }
    #expect(asked() == 0)
    _ = stage.screen(139, 20)
    #expect(asked() == 0)
    _ = stage.screen(140, 20)
    #expect(asked() == 1)

    let lines = stage.screen(200, 20)
    #expect(lines[1].contains("members 84"))
    #expect(lines[3].contains("● Ada  "))
    #expect(lines[4].contains("◐ Grace Hopper  "))
    #expect(lines[5].hasSuffix("│   Linus"))
    _ = stage.screen(200, 20)
    #expect(asked() == 0)
  }

  @Test("the wheel scrolls the part under the pointer")
  func wheel() throws {
    let stage = try Self.stage(0..<100)
    let before = Self.numbers(stage)
    stage.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 60, row: 8))))
    #expect(Self.numbers(stage) == before.map { $0 - 3 })
    stage.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 60, row: 8))))
    #expect(Self.numbers(stage) == before)
    stage.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 3, row: 8))))
    #expect(Self.numbers(stage) == before)
  }

  @Test("the selection visits only messages and scrolls with them")
  func selection() throws {
    let stage = try Self.stage(0..<100)
    stage.press("Esc")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    for _ in 0..<40 { stage.press("k") }
    #expect(timeline.selectedRow?.content.value.bodyText == "number 59;")
    #expect(Self.numbers(stage).first == 59)
    stage.press("g")
    #expect(timeline.selectedRow?.content.value.bodyText == "number 0;")
    stage.press("G")
    #expect(timeline.selectedRow?.content.value.bodyText == "number 99;")
    #expect(Self.numbers(stage).last == 99)
  }

  @Test("a row that left the window no longer requests frames, a visible one does")
  func leftRows() throws {
    let stage = try Self.stage(0..<100)
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    let rows = timeline.model.rows.value
    let last = try #require(rows.last)
    #expect(timeline.cells.cell(last.id)?.row === last)
    for _ in 0..<3 {
      stage.press("PageUp")
      _ = stage.screen(100, 20)
    }
    let shown = try #require(Self.numbers(stage).last)
    #expect(timeline.cells.cell(last.id) == nil)
    let before = stage.displayRequests

    try Self.send(stage, 0..<100, edited: 99)
    #expect(last.content.value.isEdited)
    #expect(stage.displayRequests == before)
    try Self.send(stage, 0..<100, edited: shown)
    #expect(stage.displayRequests > before)
  }

  @Test("rows are laid out once until something changes, and only near the window")
  func cache() throws {
    let stage = try Self.stage(0..<3000)
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    let first = timeline.layoutMissCount
    #expect(first < 60)

    for _ in 0..<5 { _ = stage.screen(100, 20) }
    #expect(timeline.layoutMissCount == first)
    _ = stage.screen(60, 20)
    #expect(timeline.layoutMissCount > first)
    for _ in 0..<300 { stage.press("PageUp") }
    #expect(timeline.layoutCount <= 800)
  }
}

extension String {
  /// The text after the first occurrence of a text.
  fileprivate func components(after text: String) -> Substring? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return rest.dropFirst(text.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
