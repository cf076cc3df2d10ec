import Controllers
import Matrix
import Models
import Signals
import Testing

/// A message is being sent while its session's token expires.
@MainActor
@Suite("Sending across a refresh", .timeLimit(.minutes(5)))
struct RefreshWhileSendingTests {
  @Test("the message is resent under the same transaction with the new token, and arrives once")
  func refreshed() async throws {
    let homeserver = try await StubHomeserver.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    let sessions = folder.controller(transport)
    let credentials = Credentials(
      server: homeserver.url, user: "alice", password: Secret(StubHomeserver.password))
    let session = try #require(try await sessions.signIn(credentials).first())
    homeserver.change { behaviour in
      behaviour.syncs = [
        .json(#"{"next_batch":"s","rooms":{"join":{"!open":{}}}}"#), .init(manner: .silent),
      ]
      behaviour.send = .json(#"{"event_id":"$1"}"#)
    }
    session.sync.start()
    _ = await session.rooms.rooms.filter { !$0.isEmpty }.first()
    // The next poll hangs with the old token, so the message is the first to learn that it expired.
    try await eventually { homeserver.waitingSyncs == 0 }
    homeserver.expire("syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh")

    let room = try #require(RoomID("!open"))
    let states = try await collect(session.sender.send("hello", to: room))
    let puts = homeserver.server.requests.filter { $0.path.contains("/send/") }
    #expect(states.map(\.delivery) == [.sending, .sent])
    #expect(states.last?.eventID?.rawValue == "$1")
    #expect(puts.count == 2)
    #expect(Set(puts.map(\.path)).count == 1)
    #expect(
      puts.map(\.authorization) == [
        "Bearer syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh",
        "Bearer syt_YWxpY2U_ThrowAwayLoopbackOnly_0cgkpv",
      ])
    #expect(homeserver.requests("/refresh").count == 1)
    session.sync.stop()
    await transport.close()
    await homeserver.stop()
  }
}
