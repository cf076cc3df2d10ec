import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Power to remove what others wrote")
struct RemovalPowerTests {
  private static func state(_ type: String, _ content: String, by sender: String = "@a:x") -> String
  {
    #"{"event_id":"$\#(type)","type":"\#(type)","sender":"\#(sender)","state_key":"","#
      + #""content":\#(content)}"#
  }

  private func timeline(_ events: String...) throws -> Timeline {
    let store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    let list = events.joined(separator: ",")
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"state":{"events":[\#(list)]}}}}}"#),
      isInitial: true)
    return try store.timeline(of: try #require(RoomID("!r")))
  }

  @Test(
    "follows the room's levels, with their defaults for what is missing or no number",
    arguments: [
      (#"{"users":{"@me:x":50}}"#, true), (#"{"users":{"@me:x":49}}"#, false), ("{}", false),
      (#"{"users_default":50}"#, true), (#"{"redact":0}"#, true),
      (#"{"users":{"@me:x":"100"}}"#, true), (#"{"users":{"@me:x":[]},"redact":{}}"#, false),
      (#"{"users":{"@me:x":50},"events":{"m.room.redaction":60}}"#, false),
      (#"{"users":{"@me:x":50},"events_default":60}"#, false),
      (#"{"users":{"@me:x":9007199254740991},"redact":-9007199254740991}"#, true),
      (#"{"users":5,"redact":1e999}"#, false),
    ])
  func levels(content: String, allows: Bool) throws {
    #expect(try timeline(Self.state("m.room.power_levels", content)).canRemoveOthers == allows)
  }

  @Test("the creators of a new room may do everything, those of an old one what its levels say")
  func creators() throws {
    let own = #"{"room_version":"12"}"#
    let also = #"{"room_version":"12","additional_creators":["@me:x"]}"#
    #expect(try timeline(Self.state("m.room.create", own, by: "@me:x")).canRemoveOthers)
    #expect(try timeline(Self.state("m.room.create", also)).canRemoveOthers)
    #expect(try !timeline(Self.state("m.room.create", own)).canRemoveOthers)
    #expect(
      try !timeline(Self.state("m.room.create", #"{"room_version":"11"}"#, by: "@me:x"))
        .canRemoveOthers)
  }
}
