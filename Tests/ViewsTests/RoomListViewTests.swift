import Controllers
import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("RoomListView")
struct RoomListViewTests {
  static func invites(_ count: Int, from grace: User) throws -> [Room] {
    try (0..<count).map { number in
      try Scenario.room("!z\(10_000 + number):example.org", "Offer \(number)") {
        $0.membership = .invited
        $0.inviter = grace
      }
    }
  }

  private static func rooms(_ count: Int) throws -> [Room] {
    try (0..<count).map { number in
      try Scenario.room("!r\(number):example.org", "Room \(number)") {
        $0.lastActivity = Timestamp(milliseconds: Scenario.noon - Int64(number))
      }
    }
  }

  private static func stage(_ rooms: [Room]) throws -> Stage {
    let stage = try Stage()
    stage.connection.send(.online)
    stage.rooms.send(rooms)
    stage.view.main?.focusRoomList()
    return stage
  }

  private static func list(_ stage: Stage) throws -> RoomListView {
    try #require(stage.view.main).roomList
  }

  /// The name of the room under the cursor.
  private static func cursorName(_ stage: Stage) throws -> String? {
    try list(stage).cursorRow?.content.value.nameText
  }

  @Test("the cursor is on its room again at the end of a filter, and when all sections unfold")
  func cursorReturns() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.press("F3", "End")
    let list = try #require(stage.view.main?.roomList)
    let room = try #require(list.cursorEntry?.id)
    stage.press("/")
    stage.type("swift")
    #expect(list.cursorEntry?.id != room)
    stage.press("Esc")
    #expect(list.cursorEntry?.id == room)
    stage.press("Z")
    #expect(list.cursorEntry?.id != room)
    stage.press("Z")
    #expect(list.cursorEntry?.id == room)
  }

  @Test("C-d and C-u move by half of the visible entries, and stop at the ends")
  func halfPages() throws {
    let stage = try Self.stage(try Self.rooms(60))
    _ = stage.screen(100, 24)
    let list = try Self.list(stage)
    let half = list.drawnEntries.count / 2
    stage.press("Home")
    #expect(half > 2)
    #expect(list.cursor == 0)
    stage.press("C-d")
    #expect(list.cursor == half)
    _ = stage.screen(100, 24)
    stage.press("C-d", "C-u")
    #expect(list.cursor == half)
    stage.press("C-u", "C-u")
    #expect(list.cursor == 0)
    for _ in 0..<60 { stage.press("C-d") }
    #expect(list.cursor == list.model.entries.value.count - 1)
  }

  @Test("the cursor goes to a room that is opened again, and stays where a kept filter left it")
  func cursorFollows() throws {
    let stage = try Self.stage(try Self.rooms(30))
    _ = stage.screen(100, 24)
    let list = try Self.list(stage)
    stage.press("Home", "Enter", "F3", "Down", "Down")
    let open = try #require(stage.view.main?.conversation?.model.titleText.value)
    #expect(try Self.cursorName(stage) != open)
    stage.press("C-o")
    stage.type(open)
    stage.press("Enter", "F3")
    #expect(try Self.cursorName(stage) == open)

    stage.press("/")
    stage.type("room 17")
    stage.press("Tab")
    #expect(list.model.filterText.value == "room 17")
    #expect(try Self.cursorName(stage) == "Room 17")
    stage.press("Esc")
    #expect(list.model.filterText.value == "")
    #expect(try Self.cursorName(stage) == "Room 17")
  }

  @Test("the bar stays on an invite while a question is about it")
  func askedInvite() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    func marks() -> [String] {
      stage.screen(100, 30).filter { $0.hasPrefix("▌") }
        .map { String($0.dropFirst(2).prefix { $0 != " " }) }
    }
    stage.press("F3", "Home", "Enter")
    #expect(stage.view.context == .confirmation)
    #expect(marks() == ["Compilers", "#swift-tui"])
    stage.press("n", "Tab")
    #expect(marks() == ["#swift-tui"])
    stage.press("F3", "J")
    #expect(stage.view.context == .prompt)
    #expect(marks() == ["#swift-tui"], "the question is about no invite")
  }

  @Test("of the rooms that a filter finds, the first is marked, and Enter opens the marked one")
  func marked() throws {
    let stage = try Self.stage(try Self.rooms(30))
    let list = try Self.list(stage)
    let names = list.model.rows.value.map(\.content.value.nameText)
    let letter = try #require(names.last?.last)
    let found = names.filter { $0.contains(letter) }
    #expect(found.count > 2)
    func marks() -> [String] {
      stage.screen(100, 40).filter { $0.contains("▌") }.compactMap { line in
        found.first { line.contains(" \($0) ") }
      }
    }
    func open() -> String? { stage.view.main?.conversation?.model.titleText.value }
    stage.press("F3", "G", "/")
    stage.type(String(letter))
    #expect(marks().first == found[0])
    #expect(stage.footer().contains("Enter open") && stage.footer().contains("Tab keep list"))
    stage.press("Down", "Down", "Up")
    #expect(try Self.cursorName(stage) == found[1])
    stage.press("Enter")
    #expect(open() == found[1])
    #expect(stage.view.context == .composer)
    #expect(list.model.filterText.value == "")

    stage.press("F3", "/")
    stage.type(String(letter))
    #expect(try Self.cursorName(stage) == found[0])
    stage.press("Esc")
    #expect(open() == found[1])
    #expect(list.model.filterText.value == "")

    stage.press("/")
    stage.type(String(letter))
    stage.press("Down", "Tab")
    #expect(stage.view.context == .roomList)
    #expect(list.model.filterText.value == String(letter))
    #expect(list.model.entries.value.count == found.count)
    stage.press("/")
    stage.type("no such room")
    // An empty list with the focus would be a dead end.
    for (key, notice) in [("Enter", "Nothing found"), ("Tab", "Nothing to complete")] {
      stage.press(key)
      #expect(stage.view.context == .prompt && stage.view.notice == notice)
      #expect(stage.screen(100, 20).contains { $0.contains("No room has these letters; Enter") })
      #expect(!stage.screen(100, 20).contains { $0.contains("▌") }, "no bar without a room")
    }
    stage.press("Esc")
    #expect(list.model.filterText.value == "")
  }

  @Test("frames and keys build, bind and draw only the visible entries", arguments: [100, 2000])
  func visibleOnly(count: Int) throws {
    let stage = try Self.stage(try Self.rooms(count))
    let list = try Self.list(stage)
    _ = stage.screen(100, 30)
    // Below the status line and the heading, above the footer.
    #expect(list.drawnEntries.count == 27)
    #expect(list.model.contentCount == 27)

    stage.press("G", "Enter")
    _ = stage.screen(100, 30)
    #expect(list.drawnEntries.count == 28)
    // The first letter is a draft, which its room's row shows.
    stage.press("x")
    let made = list.model.contentCount
    for letter in ["a", "b", "c"] {
      stage.press(letter)
      _ = stage.screen(100, 30)
    }
    #expect(list.model.contentCount == made)

    stage.press("F3", "k")
    _ = stage.screen(100, 30)
    #expect(list.model.contentCount == made)
    for _ in 0..<28 { stage.press("k") }
    _ = stage.screen(100, 30)
    #expect(list.model.contentCount <= made + 28)
    #expect(list.drawnEntries.count == 28)
  }

  @Test("the cursor pages through the list and back, and stays on the screen")
  func scrolling() throws {
    let stage = try Self.stage(try Self.rooms(2000))
    _ = stage.screen()
    stage.press("j", "j")
    #expect(try Self.cursorName(stage) == "Room 2")
    stage.press("G")
    #expect(stage.screen().contains { $0.hasPrefix("▌ Room 1999") })
    stage.press("k")
    #expect(stage.screen().contains { $0.hasPrefix("▌ Room 1998") })
    let list = Point(column: 2, row: 5)
    for _ in 0..<100 { stage.send(.mouse(MouseEvent(.scrollUp, at: list))) }
    #expect(stage.screen().contains { $0.hasPrefix("▌ Room 1698") })
    stage.press("g")
    #expect(stage.screen()[1].hasPrefix(" Rooms"))
    #expect(stage.screen()[2].hasPrefix("▌ Room 0"))
  }

  @Test("the cursor stays with its room when the order changes, otherwise at its index")
  func cursorStays() throws {
    var rooms = try Self.rooms(50)
    let stage = try Self.stage(rooms)
    _ = stage.screen()
    stage.press("j", "j", "j")
    rooms[9] = rooms[9].with { $0.lastActivity = Timestamp(milliseconds: Scenario.noon + 1) }
    stage.rooms.send(rooms)
    #expect(try Self.cursorName(stage) == "Room 3")
    rooms.remove(at: 3)
    stage.rooms.send(rooms)
    #expect(try Self.cursorName(stage) == "Room 4")
    stage.rooms.send(Array(rooms.prefix(2)))
    #expect(try Self.cursorName(stage) == "Room 1")
    stage.rooms.send([])
    #expect(try Self.cursorName(stage) == nil)
    stage.rooms.send(rooms)
    #expect(try Self.cursorName(stage) == "Room 0")
  }

  @Test("many invites fold into one line, which keys open and fold")
  func folds() throws {
    let stage = try Self.stage(
      try Self.invites(2000, from: Scenario().grace) + (try Self.rooms(3)))
    _ = stage.screen()
    stage.press("G")
    #expect(stage.screen().contains { $0.contains("Room 2") })
    stage.press("k", "k", "k")
    #expect(stage.screen().contains { $0.hasPrefix("▌ ▸ and 1,988 more invites") })
    #expect(!stage.footer().contains("accept"))
    #expect(!stage.footer().contains("x leave"))
    let top = try Self.list(stage).topLine
    stage.press("Enter")
    let opened = stage.screen()
    let line = try #require(opened.firstIndex { $0.hasPrefix("▌ ▾ and 1,988 more invites") })
    #expect(try Self.list(stage).topLine == top, "what is on the screen stays")
    #expect(opened[line + 1].contains("Offer 12"))
    stage.press("j", "j")
    #expect(try Self.cursorName(stage) == "Offer 13")
    stage.press("k", "k", "Enter")
    let folded = stage.screen()
    #expect(folded.contains { $0.hasPrefix("▌ ▸ and 1,988 more invites") })
    #expect(folded.contains { $0.contains("Room 2") })
    stage.press("x", "a", "R")
    #expect(!stage.journal.take().contains { $0.hasPrefix("leave") || $0.hasPrefix("join") })
  }

  @Test("the cursor of a folded invite moves to the line")
  func cursorFolds() throws {
    let stage = try Self.stage(try Self.invites(2000, from: Scenario().grace))
    _ = stage.screen()
    let list = try Self.list(stage)
    list.model.toggleInvites()
    stage.press("G")
    #expect(try Self.cursorName(stage) == "Offer 1999")
    list.model.toggleInvites()
    #expect(stage.screen().contains { $0.hasPrefix("▌ ▸ and 1,988 more invites") })
  }

  @Test("a click opens the invites line; a click below it opens the entry now shown there")
  func click() throws {
    let stage = try Self.stage(
      try Self.invites(14, from: Scenario().grace) + (try Self.rooms(3)))
    let line = try #require(stage.screen(100, 40).firstIndex { $0.contains("2 more invites") })
    func press(row: Int) {
      stage.send(.mouse(MouseEvent(.press(button: 0), at: Point(column: 5, row: row))))
    }
    press(row: line)
    #expect(stage.view.context == .roomList)
    #expect(stage.screen(100, 40)[line + 1].contains("Offer 12"))
    press(row: line + 3)
    #expect(try Self.cursorName(stage) == "Offer 13")
    #expect(stage.view.main?.conversation?.model.titleText.value == "Room 0")
    press(row: line)
    let room = try #require(stage.screen(100, 40).firstIndex { $0.contains("Room 1") })
    press(row: room)
    #expect(stage.view.main?.conversation?.model.titleText.value == "Room 1")
  }

  @Test("the invites heading shows the progress of declining")
  func declining() throws {
    let left = Subject<Void, RequestError>()
    let stage = try Stage(left: left.signal)
    stage.rooms.send(try Self.invites(3, from: stage.scenario.grace) + (try Self.rooms(2)))
    #expect(stage.screen()[1].hasPrefix(" Invites  "))
    _ = stage.journal.take()
    let before = stage.displayRequests
    try Self.list(stage).model.declineAllInvites.execute()
    #expect(stage.journal.take().filter { $0.hasPrefix("leave") }.count == 3)
    #expect(stage.displayRequests > before)
    #expect(stage.screen()[1].hasPrefix(" Invites declining 1 of 3…"))
    left.fail(RequestError(operation: .leave, reason: .timedOut))
    #expect(stage.screen()[1].hasPrefix(" Invites ! 3 not declined."))
    func foot() -> String {
      stage.screen().suffix(4).joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
    // The heading cuts it.
    let error = "! \(try Self.list(stage).model.invitesErrorText.value)"
    stage.press("F3", "g")
    #expect(foot().contains(error))
    stage.press("G")
    #expect(!foot().contains(error))
  }

  @Test("every line belongs to one entry at any scroll position")
  func layout() throws {
    let lists = [(0, 3), (1, 0), (3, 9), (12, 40), (13, 0), (30, 30), (2000, 2000)]
    for (invites, rooms) in lists {
      let all = try Self.invites(invites, from: Scenario().grace) + (try Self.rooms(rooms))
      let list = try Self.list(try Self.stage(all))
      for isUnfolded in [false, true] {
        if isUnfolded { list.model.toggleInvites() }
        for height in [10, 28, 60] {
          Self.check(list.model.entries.value, height: height)
        }
      }
    }
  }

  @Test("so it does with spaces and folded sections")
  func layoutOfSections() throws {
    let rooms = try Self.rooms(30)
    let spaces = try (0..<5).map { number in
      try Scenario.room("!s\(number):example.org", "Space \(number)") {
        $0.isSpace = true
        $0.children = rooms[number * 5..<number * 5 + 5].map(\.id)
      }
    }
    let stage = try Self.stage(rooms + spaces + Self.invites(20, from: Scenario().grace))
    let model = try Self.list(stage).model
    for _ in 0..<3 {
      for height in [10, 28, 60] { Self.check(model.entries.value, height: height) }
      model.toggleSection(at: 14)
      for height in [10, 28, 60] { Self.check(model.entries.value, height: height) }
      model.toggleAllSections()
    }
  }

  private static func check(_ entries: RoomListEntries, height: Int) {
    let layout = RoomListLayout(entries, height: height)
    let places = entries.indices.compactMap { layout.place(of: $0) }
    #expect(places.count == entries.count)
    #expect(places.last.map { $0.line + $0.height } == layout.lineCount)
    for (place, next) in zip(places, places.dropFirst())
    where next.line != place.line + place.height {
      Issue.record("\(next.index) of \(entries.count) stands at \(next.line)")
    }
    for top in stride(from: 0, to: layout.lineCount, by: max(layout.lineCount / 50, 1)) {
      let lines = top..<top + height
      let seen = places.filter { $0.line < lines.upperBound && $0.line + $0.height > top }
      #expect(layout.places(in: lines).map(\.index) == seen.map(\.index), "from line \(top)")
    }
  }
}
