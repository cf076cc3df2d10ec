import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Searching messages on the screen")
struct SearchStoryTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    return stage
  }

  private func found(
    _ id: String, _ body: String, in room: Room, from sender: User, minute: Int64 = 0
  ) throws -> FoundMessage {
    let event = try #require(EventID(id))
    let time = Timestamp(milliseconds: Scenario.noon + minute * 60_000)
    return FoundMessage(
      room: room,
      message: Message(
        id: Message.ID(event), roomID: room.id, sender: sender.id, timestamp: time,
        content: Scenario.text(body), eventID: event),
      sender: sender)
  }

  /// Hits of all kinds, the message `$3` of the open room first.
  private func hits(_ scenario: Scenario) throws -> [FoundMessage] {
    let rooms = scenario.rooms
    let left = rooms[3].with { $0.membership = .left }
    let long =
      String(repeating: "words before it ", count: 20) + "the zero width joiner "
      + String(repeating: "and words behind it ", count: 20)
    return [
      try found(
        "$3", "yes: per character, zero width or not", in: scenario.swift, from: scenario.ada),
      try found("$h", long, in: rooms[1], from: scenario.linus, minute: -60),
      try found("$l", "zero width", in: left, from: scenario.grace, minute: -60 * 30),
      try found(
        "$w", "宽度为零：zero 你好世界你好世界你好世界你好世界你好世界你好世界 width 👩‍🚀", in: rooms[5],
        from: scenario.grace, minute: -60 * 24 * 400),
      try found(
        "$e", "\u{1B}[2Jzero\u{202E}\nwidth\u{7}\t\u{200B}", in: rooms[4],
        from: User(id: scenario.linus.id, displayName: "\u{1B}]0;x\u{7}Mal\nlory"),
        minute: -60 * 24 * 500),
    ]
  }

  private func search(_ stage: Stage, _ words: String = "zero width") throws {
    stage.press("C-r")
    stage.foundMessages.send(try hits(stage.scenario))
    stage.type(words)
    stage.pause()
  }

  @Test("nothing typed", arguments: sizes)
  func idle(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("C-r")
    #expect(stage.view.context == .search)
    try ScreenTests.expect(stage, "search-idle", size)
  }

  @Test("messages found", arguments: sizes)
  func results(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    try search(stage)
    stage.press("Down")
    try ScreenTests.expect(stage, "search", size)
  }

  @Test("nothing found, in a room with a long name", arguments: sizes)
  func nothing(size: [Int]) throws {
    let stage = try stage()
    stage.open(stage.scenario.rooms[3].id)
    _ = stage.screen(size[0], size[1])
    stage.press("C-r")
    stage.foundMessages.send([])
    stage.type("absent words")
    stage.pause()
    stage.press("Tab")
    try ScreenTests.expect(stage, "search-nothing", size)
  }

  @Test("a failure stands where the messages would")
  func failure() throws {
    let stage = try stage()
    stage.press("C-r")
    stage.foundMessages.fail(RequestError(operation: .search, reason: .storage("disk full")))
    stage.type("word")
    #expect(stage.screen().contains { $0.contains("Searching…") })
    stage.press("Enter")
    #expect(stage.footer().contains("Still searching"))
    stage.pause()
    #expect(stage.screen().contains { $0.contains("An account file cannot be used: disk full") })
    stage.press("Enter")
    #expect(stage.footer().contains("Nothing found to go to"))
  }

  @Test("Enter goes to the message and selects it; C-r shows the list again")
  func goes() throws {
    let stage = try stage()
    _ = stage.screen()
    try search(stage)
    #expect(stage.footer().contains("Enter go there"))
    stage.press("Enter")
    #expect(stage.view.context == .timeline)
    #expect(stage.view.main?.conversation?.timeline.selectedRow?.id == RowID("$3"))
    #expect(stage.footer().contains("Backspace back"))

    stage.press("C-r")
    #expect(stage.screen().contains { $0.contains("Search > zero width") })
    let row = RowID("\(stage.scenario.swift.id.rawValue) $3")
    #expect(stage.view.main?.search?.selectedRow?.id == row)
    stage.press("Down", "Enter")
    #expect(stage.view.main?.conversation?.model.roomID == stage.scenario.rooms[1].id)
    #expect(stage.view.context == .timeline)
  }

  @Test("a message far up in another room is in view from the first frame on", arguments: sizes)
  func farUp(size: [Int]) throws {
    let stage = try Stage()
    try TimelineViewTests.send(stage, 0..<60)
    stage.connection.send(.online)
    stage.rooms.send(stage.scenario.rooms)
    stage.open(stage.scenario.rooms[1].id)
    _ = stage.screen(size[0], size[1])
    stage.press("C-r")
    stage.foundMessages.send([
      try found("$n5", "number 5;", in: stage.scenario.swift, from: stage.scenario.grace)
    ])
    stage.type("number")
    stage.pause()
    stage.press("Enter")
    let screen = stage.screen(size[0], size[1])
    #expect(
      screen.contains { $0.contains("▌") && $0.contains("number 5;") },
      "\(screen.joined(separator: "\n"))")
  }

  @Test("a hit in a room that was left says why it cannot be opened")
  func left() throws {
    let stage = try stage()
    try search(stage)
    stage.press("Down", "Down")
    #expect(!stage.footer().contains("Enter"))
    stage.press("Enter")
    #expect(stage.footer().contains("You are no longer in this room"))
    #expect(stage.view.context == .search)
  }

  @Test("Esc returns to where one was, and the composer keeps its text", arguments: 0..<5)
  func returns(place: Int) throws {
    let stage = try stage()
    stage.type("a draft")
    _ = stage.screen()
    switch place {
    case 1: stage.press("Esc")
    case 2: stage.press("Esc", "Esc")
    case 3: stage.press("F8")
    case 4: stage.press("Esc", "Esc", "p")
    default: break
    }
    let before = stage.view.context
    let screen = stage.screen()
    try search(stage)
    #expect(stage.view.context == .search)
    stage.press("Esc")
    #expect(stage.view.context == before)
    #expect(stage.screen() == screen)
    #expect(stage.view.main?.conversation?.composer.field.editor.text == "a draft")
  }

  @Test("a letter begins another search, and other keys go on with the last one")
  func offered() throws {
    let stage = try stage()
    try search(stage, "zero")
    stage.press("Esc", "C-r")
    stage.press("Backspace")
    #expect(stage.view.main?.search?.field.editor.text == "zer")
    stage.press("C-r", "w")
    #expect(stage.view.main?.search?.field.editor.text == "w")
    stage.type("idth")
    stage.press("Esc", "C-r")
    stage.send(.paste("zero width"))
    #expect(stage.view.main?.search?.field.editor.text == "zero width")
    stage.press("Esc", "C-r", "Left", "x")
    #expect(stage.view.main?.search?.field.editor.text == "zero widtxh")
  }

  @Test("sentences that are typed here do nothing but search")
  func sentences() throws {
    let stage = try stage()
    stage.foundMessages.send([])
    stage.press("C-r")
    _ = stage.journal.take()
    stage.keyInterval = .milliseconds(30)
    stage.type("just quit: yes, no. Go to /leave + delete * all? ")
    stage.press("Enter")
    stage.type("u d x q y n")
    stage.pause()
    #expect(stage.view.context == .search)
    #expect(stage.view.main?.prompt == nil && stage.view.main?.sheet == nil)
    #expect(stage.journal.take().allSatisfy { $0.hasPrefix("search ") })
    #expect(stage.takeHostCalls().isEmpty)
  }

  @Test("the keys that lead elsewhere do so from here, and C-r from a question")
  func elsewhere() throws {
    let stage = try stage()
    try search(stage)
    stage.press("C-o")
    #expect(stage.view.main?.search == nil && stage.view.context == .prompt)
    stage.press("C-r")
    #expect(stage.view.main?.prompt == nil && stage.view.context == .search)
    stage.press("F1")
    stage.type("search mess")
    #expect(stage.screen().contains { $0.contains("C-r") && $0.contains("search messages") })
    stage.press("C-r")
    #expect(stage.view.help == nil && stage.view.context == .search)
    stage.press("F6")
    #expect(stage.view.main?.search == nil)
  }

  @Test("the actions menu and /search open it")
  func ways() throws {
    let stage = try stage()
    #expect(stage.choose("search-messages"))
    #expect(stage.view.context == .search)
    stage.press("Esc")
    stage.foundMessages.send(try hits(stage.scenario))
    stage.type("/sea")
    #expect(stage.view.context == .completion)
    stage.press("Tab")
    stage.type("zero width")
    stage.press("Enter")
    #expect(stage.view.context == .search)
    #expect(stage.journal.take().contains("search zero width"))
    #expect(stage.view.main?.search?.model.rows.value.count == 5)
    stage.press("Esc")
    #expect(stage.view.main?.conversation?.composer.field.editor.isEmpty == true)
  }

  @Test("a room that opens meanwhile does so behind the search")
  func behind() throws {
    let stage = try stage()
    stage.press("C-r", "z")
    stage.view.main?.roomList.model.rows.value.first { $0.roomID == stage.scenario.rooms[1].id }?
      .open.execute()
    stage.type("ero")
    #expect(stage.view.main?.search?.field.editor.text == "zero")
    #expect(stage.view.main?.conversation?.model.roomID == stage.scenario.rooms[1].id)
  }

  @Test("a click on a room and the wheel work as in front of a list")
  func mouse() throws {
    let stage = try stage()
    try search(stage)
    _ = stage.screen()
    stage.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 60, row: 10))))
    #expect(stage.view.main?.search?.model.place == 1)
    let row = stage.screen().firstIndex { $0.contains("Linus") } ?? 0
    stage.send(.mouse(MouseEvent(.press(button: 0), at: Point(column: 3, row: row))))
    #expect(stage.view.main?.search == nil)
  }
}
