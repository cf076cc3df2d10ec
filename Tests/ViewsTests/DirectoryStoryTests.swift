import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Finding, creating and following rooms")
struct DirectoryStoryTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    return stage
  }

  private func room(_ name: String, _ change: (inout FoundRoom) -> Void = { _ in }) -> FoundRoom {
    var room = FoundRoom(id: .template("!\(name):example.org"), name: name, joinedCount: 12)
    change(&room)
    return room
  }

  private var found: FoundRooms {
    FoundRooms(rooms: [
      room("swift") {
        $0.name = "#swift-tui"
        $0.topic = "Rendering without tears"
        $0.joinedCount = 84
      },
      room("tea") {
        $0.alias = .template("#tea:example.org")
        $0.topic = "Everything about leaves, water and time\u{1B}[2J\nand cups"
        $0.joinedCount = 2_345
      },
      room("chess") { $0.entry = .knock },
      room("board") { $0.entry = .invite },
      room("orchard") { $0.isSpace = true },
    ])
  }

  @Test("the directory", arguments: sizes)
  func directory(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("d")
    stage.found.send(found)
    #expect(stage.view.context == .sheet)

    try ScreenTests.expect(stage, "directory", size)
  }

  @Test("the footer says what Enter does with each room, and the search asks over the list")
  func hints() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.press("d")
    stage.found.send(found)
    #expect(stage.footer().contains("Enter open"))
    stage.press("j")
    #expect(stage.footer().contains("Enter join"))
    stage.press("j")
    #expect(stage.footer().contains("Enter ask to join"))
    stage.press("j")
    #expect(!stage.footer().contains("Enter"))
    stage.press("Enter")
    #expect(stage.footer().contains("Only who is invited can join this room"))
    stage.press("/")
    #expect(stage.view.context == .prompt)
    #expect(stage.screen().contains { $0.contains("Search the public rooms") })
    stage.press("tea", "Enter")
    #expect(stage.screen().contains { $0.contains("Public rooms with “tea”") })
    #expect(stage.journal.take().contains("publicRooms tea"))
    stage.press("Esc")
    #expect(stage.view.context == .roomList)
  }

  @Test("F3 goes to the list of rooms, from inside of several lists too")
  func roomList() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.press("d")
    stage.found.send(found)
    stage.press("F3")
    #expect(stage.view.context == .roomList)
    func title() -> String? { stage.view.main?.model.sheet.value?.titleText }
    stage.press(",")
    let outer = title()
    stage.press("j", "Enter")
    #expect(outer != nil && title() != nil && title() != outer)
    stage.press("F3")
    #expect(stage.view.context == .roomList)
  }

  @Test("joining from the list opens the room")
  func joins() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.press("d")
    stage.found.send(found)
    stage.press("j", "Enter")
    #expect(stage.screen().contains { $0.contains("Joining tea…") })
    stage.joined.send(stage.scenario.swift.id)
    #expect(stage.view.main?.sheet == nil)
    #expect(stage.journal.take().contains("join !tea:example.org"))
  }

  @Test("the settings of a new room", arguments: sizes)
  func form(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("C")
    #expect(stage.view.context == .sheet)
    stage.press("Enter", "Tea", "Enter")
    #expect(stage.view.context == .sheet)

    try ScreenTests.expect(stage, "new-room", size)
  }

  @Test("a room that was replaced", arguments: sizes)
  func replaced(size: [Int]) throws {
    let stage = try stage()
    let rooms = stage.scenario.rooms.map { room in
      room.id == stage.scenario.swift.id
        ? room.with { $0.replacement = .template("!new:example.org") } : room
    }
    stage.rooms.send(rooms)
    _ = stage.screen(size[0], size[1])
    stage.press("i")
    #expect(stage.view.context == .composer)
    try ScreenTests.expect(stage, "replaced", size)

    // Enter twice, or a sentence before it, was not meant for a question.
    stage.press("h", "i", "Enter", "Enter")
    #expect(!stage.journal.take().contains("join !new:example.org"))
  }
}
