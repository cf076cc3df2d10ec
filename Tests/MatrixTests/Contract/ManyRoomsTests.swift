import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

/// An account with more rooms than the first response shows.
@Suite("Many rooms on a homeserver", .serialized, .timeLimit(.minutes(2)))
struct ManyRoomsTests {
  @Test("all rooms are known soon, and what happened meanwhile later", arguments: TestServer.all)
  func window(server: TestServer) async throws {
    let alice = try await ContractAccount.register("alice", on: server.url)
    let bob = try await ContractAccount.register("bob", on: server.url)
    var rooms: [RoomID] = []
    for index in 0..<23 {
      let room = NewRoom(name: "room \(index)", invited: index < 2 ? [bob.userID] : [])
      rooms.append(try await value(of: alice.rooms.create(room)))
    }
    for room in rooms.prefix(2) { _ = try await value(of: bob.rooms.join(room.rawValue)) }
    let all = Set(rooms)
    alice.sync.start()
    _ = try await value(of: alice.rooms.rooms) { Set($0.map(\.id)) == all }

    // The oldest room, which is outside of the first window.
    let other = try #require(rooms.last)
    try await say("one", as: bob, in: rooms[0])
    _ = try await alice.room(rooms[0]) { $0.latestMessage?.text == "one" }
    try await value(of: alice.rooms.markRead(rooms[0], for: .room))
    alice.sync.stop()
    for text in ["two", "three"] { try await say(text, as: bob, in: rooms[0]) }
    try await alice.call(.post, .client("rooms", other.rawValue, "leave"))
    alice.sync.start()
    let room = try await alice.room(rooms[0]) { $0.unreadCount == 2 }
    #expect(room?.latestMessage?.text == "three" && room?.name == "room 0")
    _ = try await value(of: alice.rooms.rooms) { rooms in !rooms.contains { $0.id == other } }
    #expect(try await alice.texts(in: rooms[0]) { $0.count >= 3 } == ["one", "two", "three"])
    #expect(alice.usedKinds == [.sliding])
    await alice.end()
    await bob.end()
  }

  private func say(_ text: String, as bob: ContractAccount, in room: RoomID) async throws {
    try await bob.call(
      .put, .client("rooms", room.rawValue, "send", "m.room.message", text),
      ["msgtype": .string("m.text"), "body": .string(text)])
  }
}
