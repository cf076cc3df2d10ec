import ModelKit
import Synchronization
import Testing

@testable import Homeserver

@Suite("Rate limits of events", .timeLimit(.minutes(5)))
struct RoomLimitTests {
  /// Requests that exhaust a limit, and the delay of the next one.
  private static let cases:
    [(@Sendable (RoomLimits) -> RateLimiter<UserID>, String, String, JSONValue, Int)] = [
      (
        { $0.events }, "PUT", "rooms/ROOM/send/m.room.message/1",
        ["msgtype": "m.text", "body": "x"], 40
      ),
      ({ $0.events }, "PUT", "rooms/ROOM/state/m.room.topic", ["topic": "x"], 40),
      ({ $0.events }, "PUT", "rooms/ROOM/redact/$event/1", [:], 40),
      ({ $0.events }, "POST", "rooms/ROOM/kick", ["user_id": "@bob:localhost"], 40),
      ({ $0.events }, "POST", "rooms/ROOM/ban", ["user_id": "@bob:localhost"], 40),
      ({ $0.events }, "POST", "rooms/ROOM/unban", ["user_id": "@bob:localhost"], 40),
      ({ $0.events }, "POST", "rooms/ROOM/leave", [:], 40),
      ({ $0.invitations }, "POST", "rooms/ROOM/invite", ["user_id": "@bob:localhost"], 500),
      (
        { $0.invitations }, "PUT", "rooms/ROOM/state/m.room.member/@bob:localhost",
        ["membership": "invite"], 500
      ),
      ({ $0.invitations }, "POST", "createRoom", ["invite": ["@bob:localhost"]], 500),
      ({ $0.rooms }, "POST", "createRoom", [:], 1000),
      ({ $0.joins }, "POST", "rooms/ROOM/join", [:], 200),
      ({ $0.joins }, "POST", "join/ROOM", [:], 200),
      (
        { $0.joins }, "PUT", "rooms/ROOM/state/m.room.member/@ada:localhost",
        ["membership": "join", "displayname": "x"], 200
      ),
    ]

  @Test("Only the user who exceeds a limit has to wait", arguments: cases.indices)
  func limits(index: Int) async throws {
    let (limit, method, path, body, interval) = Self.cases[index]
    let home = try RoomsHome(limitsRates: true)
    let room = try await home.room(["preset": "public_chat"])
    let target = path.replacing("ROOM", with: room)
    let ada = RoomModel.user("ada")
    home.clock.value.withLock { $0 += 60_000 }
    try limit(home.rooms.limits).take(ada, count: .max)
    let refused = await home.call(method, target, body)
    #expect(refused.isError(429, "M_LIMIT_EXCEEDED"))
    let wait = try #require(refused.body["retry_after_ms"]?.integer)
    #expect((1...interval).contains(wait))
    #expect(await home.call(method, target, as: "@carl:localhost", body).status != 429)
    home.clock.value.withLock { $0 += Int64(wait) }
    #expect(await home.call(method, target, body).status != 429)
  }

  @Test("Limits allow the burst after an outage and the events of a new room")
  func bursts() throws {
    var configuration = HomeserverConfiguration(dataDirectory: "")
    configuration.clock = WallClock { 0 }
    let limits = RoomLimits(configuration)
    let ada = RoomModel.user("ada")
    for _ in 0..<1000 { try limits.events.take(ada) }
    var creation = RoomCreation(creator: ada, version: .v11)
    creation.invites = (0..<100).map { RoomModel.user("user\($0)") }
    try limits.take(creation)
  }

  @Test("Disabled limits refuse nothing")
  func disabled() throws {
    var configuration = HomeserverConfiguration(dataDirectory: "")
    configuration.limitsRates = false
    let limits = RoomLimits(configuration)
    for limit in [limits.events, limits.invitations, limits.rooms, limits.joins] {
      for _ in 0..<5000 { try limit.take(RoomModel.user("ada")) }
    }
  }
}
