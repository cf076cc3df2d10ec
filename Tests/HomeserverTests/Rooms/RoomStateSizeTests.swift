import ModelKit
import Testing

@testable import Homeserver

@Suite("Size of room state")
struct RoomStateSizeTests {
  private static func content(_ size: Int) -> JSONObject {
    ["a": .string(String(repeating: "x", count: size))]
  }

  @Test("State that is too large is refused; shrinking it, messages and leaving are not")
  func bounds() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    let count = Limits.roomState / 60_000
    try await home.store.write { [rooms = home.rooms] context in
      for number in 0..<count {
        _ = try rooms.send(
          EventDraft(
            room: room, sender: user("ada"), type: "m.big", stateKey: "\(number)",
            content: Self.content(59_000)), in: context)
      }
    }
    var error: MatrixError?
    for number in 0..<10 where error == nil {
      do {
        try await home.send(
          Self.content(59_000), to: room, type: "m.big", stateKey: "more\(number)")
      } catch let refusal as MatrixError {
        error = refusal
      }
    }
    #expect(error?.code == "M_TOO_LARGE")
    try await home.send(Self.content(100), to: room, type: "m.big", stateKey: "0")
    try await home.send(Self.content(58_000), to: room, type: "m.big", stateKey: "0")
    try await home.say("hello", in: room)
    try await home.step(.leave, "grace", room)
    let size = try #require(try await home.store.room(room)).stateSize
    #expect(size <= Limits.roomState)
    let state = try await home.get("rooms/\(room.rawValue)/state", as: "ada")
    #expect(state.status == 200)
    #expect(state.body.text.utf8.count <= 2 * Limits.roomState)
  }

  @Test("The state size counts only current events")
  func counts() throws {
    var room = RoomSnapshot(id: roomID("!a:localhost"), version: "11", creator: user("ada"))
    let event = try #require(EventID("$a"))
    func entry(_ size: Int) -> StateEntry {
      StateEntry(
        event: event, sender: user("ada"), content: JSONSlice(.object(Self.content(size))))
    }
    room.set(StateKey("a", "b"), entry(100))
    let first = room.stateSize
    room.set(StateKey("a", "c"), entry(100))
    #expect(room.stateSize == 2 * first)
    room.set(StateKey("a", "c"), entry(40))
    #expect(room.stateSize == 2 * first - 60)
  }
}
