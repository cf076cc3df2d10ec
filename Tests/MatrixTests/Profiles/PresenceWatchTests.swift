import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("The presence of people in sight", .timeLimit(.minutes(5)))
struct PresenceWatchTests {
  private let rehearsal: Rehearsal
  private let profiles: MatrixProfileController
  private let (bob, amy): (UserID, UserID)

  init() throws {
    rehearsal = try Rehearsal()
    let time = rehearsal.time
    profiles = MatrixProfileController(
      network: rehearsal.network, store: rehearsal.store,
      now: { Timestamp(milliseconds: time.value) })
    bob = try #require(UserID("@bob:x"))
    amy = try #require(UserID("@amy:x"))
  }

  /// Answers the next question about a person.
  private func answer(_ user: UserID, _ state: String = "online") async throws {
    let name = user.rawValue.dropFirst().prefix { $0 != ":" }
    try await rehearsal.transport.next(.get, "/presence/%40\(name)%3Ax/status").reply(
      200, #"{"presence":"\#(state)"}"#)
    for _ in 0..<1_000 where rehearsal.store.presence.known(user)?.state.rawValue != state {
      await Task.yield()
    }
  }

  private func sync() async throws { try await rehearsal.apply(#"{"next_batch":"n"}"#) }

  private var count: Int { rehearsal.transport.log.count }

  @Test("is asked for one after the other, and again with a sync after a minute")
  func again() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob, amy]).subscribe { _ in }
    try await answer(bob)
    try await answer(amy)
    try await sync()
    rehearsal.time.value += 59_000
    try await sync()
    #expect(count == 2)
    rehearsal.time.value += 1_000
    try await sync()
    try await answer(bob, "offline")
    try await answer(amy, "offline")
    #expect(count == 4)
    watch.dispose()
    rehearsal.time.value += 60_000
    try await sync()
    #expect(count == 4, "nobody looks any more")
  }

  @Test("is asked for at once when the connection is back, and after a request that failed")
  func loss() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob]).subscribe { _ in }
    try await answer(bob)
    try await sync()
    #expect(count == 1)
    rehearsal.store.presence.noteLoss()
    try await sync()
    try await rehearsal.transport.next(.get, "/presence/%40bob%3Ax").reply(502, "")
    // The question is over a moment after its answer.
    for _ in 0..<1_000 where count < 3 {
      try await sync()
      await Task.yield()
    }
    try await answer(bob, "offline")
    try await sync()
    #expect(count == 3)
    watch.dispose()
  }

  @Test("is asked for once where the syncs tell what follows")
  func told() async throws {
    profiles.begin(as: .online)
    rehearsal.store.presence.isTold = true
    try await rehearsal.apply(
      #"{"next_batch":"n","presence":{"events":[{"type":"m.presence","sender":"@bob:x","#
        + #""content":{"presence":"online"}}]}}"#)
    let watch = profiles.watch([bob, amy]).subscribe { _ in }
    try await answer(amy)
    rehearsal.time.value += 60_000
    try await sync()
    #expect(count == 1)
    watch.dispose()
  }

  @Test("somebody whom the server does not tell of keeps nobody else from being asked about")
  func refused() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob, amy]).subscribe { _ in }
    try await rehearsal.transport.next(.get, "/presence/%40bob%3Ax").reply(
      403, #"{"errcode":"M_FORBIDDEN","error":"x"}"#)
    try await answer(amy)
    watch.dispose()
  }

  @Test("a server without presence is asked once")
  func unknown() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob, amy]).subscribe { _ in }
    try await rehearsal.transport.next(.get, "/presence/%40bob%3Ax").reply(
      404, #"{"errcode":"M_UNRECOGNIZED","error":"x"}"#)
    rehearsal.time.value += 60_000
    try await sync()
    try await sync()
    #expect(count == 1)
    watch.dispose()
  }

  @Test("who takes no part asks for nothing, keeps nothing and is shown nothing")
  func noPart() async throws {
    let watch = profiles.watch([bob]).subscribe { _ in }
    try await rehearsal.apply(
      #"{"next_batch":"n","presence":{"events":[{"type":"m.presence","sender":"@bob:x","#
        + #""content":{"presence":"online"}}]}}"#)
    #expect(count == 0)
    #expect(await profiles.presence(of: bob).first() == .some(nil))
    profiles.begin(as: .online)
    try await sync()
    try await answer(bob)
    profiles.begin(as: nil)
    #expect(await profiles.presence(of: bob).first() == .some(nil))
    watch.dispose()
  }

  @Test("a sync says as what the account is shown, and asks for others only with part in presence")
  func requests() {
    func query(_ state: Presence.State?) -> [String: String] {
      let query = Endpoint.sync(since: nil, wait: .zero, as: state).query
      return Dictionary(uniqueKeysWithValues: query.map { ($0.name, $0.value) })
    }
    #expect(query(.online)["set_presence"] == "online")
    #expect(query(.unavailable)["set_presence"] == "unavailable")
    #expect(query(.online)["filter"]?.contains(#""presence":{"types":["m.presence"]}"#) == true)
    #expect(query(nil)["set_presence"] == "offline")
    #expect(query(nil)["filter"]?.contains(#""presence":{"types":[]}"#) == true)
    let sliding = Endpoint.slidingSync(SlidingWindow(), after: nil, wait: .zero, as: .online)
    #expect(sliding.query.contains { $0.name == "set_presence" && $0.value == "online" })
  }
}
