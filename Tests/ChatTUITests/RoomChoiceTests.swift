import Models
import Testing

@testable import chat_tui

@Suite("The room that an argument refers to")
struct RoomChoiceTests {
  private let rooms: [Room]

  init() throws {
    let grace = try #require(UserID("@grace:example.org"))
    rooms = [
      Room(id: try #require(RoomID("!a:example.org")), name: "Lounge"),
      Room(
        id: try #require(RoomID("!b:example.org")), name: "Twin",
        alias: RoomAlias("#twin:example.org")),
      Room(id: try #require(RoomID("!c:example.org")), name: "Twin"),
      Room(
        id: try #require(RoomID("!d:example.org")), heroes: [User(id: grace)], directUser: grace),
    ]
  }

  @Test(
    "is found by id, alias, name or person",
    arguments: [
      ("!a:example.org", "!a:example.org"), ("#twin:example.org", "!b:example.org"),
      ("Lounge", "!a:example.org"), ("@grace:example.org", "!d:example.org"),
    ])
  func found(text: String, id: String) throws {
    #expect(try RoomChoice.room(named: text, in: rooms).id.rawValue == id)
  }

  @Test(
    "is not guessed when two rooms have the name, nor when none has", arguments: ["Twin", "Nix"])
  func refused(text: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try RoomChoice.room(named: text, in: rooms)
    }
    #expect(failure?.message.contains(text) == true)
  }
}
