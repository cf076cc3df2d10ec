import ModelKit
import Testing

@testable import Homeserver

@Suite("Waiting items of the companion")
struct CompanionStateTests {
  private let echo: UserID
  private let room: RoomID

  init() throws {
    echo = try #require(UserID("@echo:localhost"))
    room = try #require(RoomID("!a:b"))
  }

  private func state() -> CompanionState {
    var state = CompanionState()
    state.id = echo
    return state
  }

  private func message(_ number: Int, in room: RoomID) throws -> StoredEvent {
    StoredEvent(
      position: Int64(number), id: try #require(EventID("$\(number)")), room: room,
      sender: try #require(UserID("@bot:localhost")), type: "m.room.message", stateKey: nil,
      timestamp: 0, head: [], transaction: nil, redactedBy: nil)
  }

  private func member(_ membership: String, in room: RoomID) throws -> StoredEvent {
    StoredEvent(
      position: 0, id: try #require(EventID("$m")), room: room, sender: echo,
      type: "m.room.member", stateKey: echo.rawValue, timestamp: 0,
      head: Array(#"{"content":{"membership":"\#(membership)"}"#.utf8), transaction: nil,
      redactedBy: nil)
  }

  /// The waiting items of a room, which sleeps afterwards.
  private func items(_ state: inout CompanionState, in room: RoomID) -> [String] {
    var items: [String] = []
    while let item = state.next(in: room) {
      switch item {
      case .invitation: items.append("invitation")
      case .message(let event): items.append("\(event.position)")
      }
    }
    return items
  }

  /// The room with a membership of the companion.
  private func snapshot(_ membership: String) throws -> RoomSnapshot {
    var snapshot = RoomSnapshot(id: room, version: "11", creator: echo)
    snapshot.set(
      StateKey("m.room.member", echo.rawValue),
      StateEntry(
        event: try #require(EventID("$m")), sender: echo,
        content: JSONSlice(.object(["membership": .string(membership)]))))
    return snapshot
  }

  @Test("It takes the messages of a room from its join to its leave, in the order of commits")
  func places() throws {
    var state = state()
    let (joined, left) = (try snapshot("join"), try snapshot("leave"))
    #expect(try !state.hear(message(1, in: room), in: nil))
    #expect(try !state.hear(member("join", in: room), in: joined))
    #expect(try state.hear(message(2, in: room), in: joined))
    #expect(try !state.hear(member("leave", in: room), in: left))
    #expect(try !state.hear(message(3, in: room), in: left))
    #expect(try !state.hear(member("join", in: room), in: joined))
    #expect(try !state.hear(message(4, in: room), in: joined))
    #expect(items(&state, in: room) == ["4"])
    let banned = try snapshot("ban")
    #expect(try !state.hear(member("ban", in: room), in: banned))
    #expect(try !state.hear(message(5, in: room), in: banned))
  }

  @Test("At most three messages and one invitation of a room wait")
  func flood() throws {
    var state = state()
    let joined = try snapshot("join")
    let woken = try (1...10).filter { try state.hear(message($0, in: room), in: joined) }
    #expect(woken == [1])
    for _ in 0..<10 { #expect(try !state.hear(member("invite", in: room), in: joined)) }
    #expect(items(&state, in: room) == ["1", "2", "3", "invitation"])
    #expect(try state.hear(message(11, in: room), in: joined))
  }

  @Test("A loop of replies between two programs ends")
  func loop() throws {
    let limits = EchoLimits(clock: WallClock { 0 })
    let bot = try #require(UserID("@bot:localhost"))
    var answers = 0
    while answers < 1000, limits.allow(1, in: room, to: bot) { answers += 1 }
    #expect(answers == 30)
    let other = try #require(RoomID("!other:b"))
    #expect(limits.allow(1, in: other, to: bot))
  }

  @Test("Long replies to a user are bounded in all rooms together, for each user separately")
  func amplification() throws {
    let limits = EchoLimits(clock: WallClock { 0 })
    let (bot, ada) = (try #require(UserID("@bot:b")), try #require(UserID("@ada:b")))
    let rooms = try (0..<50).map { try #require(RoomID("!\($0):b")) }
    #expect(rooms.filter { limits.allow(30, in: $0, to: bot) }.count == 6)
    #expect(limits.allow(30, in: rooms[0], to: ada))
  }
}
