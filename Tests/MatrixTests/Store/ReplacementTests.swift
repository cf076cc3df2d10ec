import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Rooms that replace others")
struct ReplacementTests {
  private let store: StoreRehearsal

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@alice:localhost")))
  }

  private func sync(_ rooms: String) throws -> StoreChanges {
    let json = #"{"next_batch":"n","rooms":\#(rooms)}"#
    return try store.apply(
      LenientResponse<RawSyncResponse>(Array(json.utf8)).value, isInitial: false)
  }

  private func tombstone(_ next: String) -> String {
    #"{"state":{"events":[{"type":"m.room.tombstone","state_key":"","sender":"@a:x","#
      + #""event_id":"$\#(next.dropFirst())","content":{"replacement_room":"\#(next)"}}]}}"#
  }

  private func shown(_ room: String) throws -> Room {
    try store.value(of: try #require(RoomID(room).flatMap { store.contents.rooms[$0] }))
  }

  @Test("a room is replaced once the account is in the new one, until it leaves that")
  func replaced() throws {
    _ = try sync(#"{"join":{"!old":\#(tombstone("!new"))}}"#)
    #expect(try shown("!old").replacement == RoomID("!new"))
    #expect(try shown("!old").isReplaced == false)
    let joined = try sync(#"{"join":{"!new":{}}}"#)
    #expect(joined.rooms.contains(try #require(RoomID("!old"))))
    #expect(try shown("!old").isReplaced)
    let left = try sync(#"{"leave":{"!new":{}}}"#)
    #expect(left.rooms.contains(try #require(RoomID("!old"))))
    #expect(try shown("!old").isReplaced == false)
  }

  @Test("the new room is kept with the old one")
  func kept() throws {
    _ = try sync(#"{"join":{"!old":\#(tombstone("!new"))}}"#)
    let state = try #require(RoomID("!old").flatMap { store.contents.rooms[$0] })
    let again = RoomState(
      StoredRoom(number: 1, shown: try shown("!old"), record: state.record))
    #expect(again.replacement == RoomID("!new"))
  }

  @Test("rooms that replace each other, or themselves, all stay")
  func circle() throws {
    _ = try sync(
      #"{"join":{"!a":\#(tombstone("!b")),"!b":\#(tombstone("!a")),"!c":\#(tombstone("!c")),"#
        + #""!d":\#(tombstone("!a"))}}"#)
    #expect(try shown("!a").isReplaced == false)
    #expect(try shown("!b").isReplaced == false)
    #expect(try shown("!c").isReplaced == false)
    #expect(try shown("!d").isReplaced)
  }

  @Test("an address that is no room replaces nothing", arguments: ["", "#a:x", "@a:x"])
  func nowhere(address: String) throws {
    _ = try sync(#"{"join":{"!old":\#(tombstone(address.isEmpty ? "x" : address))}}"#)
    #expect(try shown("!old").replacement == nil)
  }

  @Test("an invite has the reason in its member event")
  func reason() throws {
    _ = try sync(
      #"{"invite":{"!a":{"invite_state":{"events":[{"type":"m.room.member","sender":"@bob:x","#
        + #""state_key":"@alice:localhost","content":{"membership":"invite","#
        + #""reason":"come and see"}}]}}}}"#)
    #expect(try shown("!a").inviteReason == "come and see")
    _ = try sync(#"{"join":{"!a":{}}}"#)
    #expect(try shown("!a").inviteReason == nil)
  }
}
