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
    for _ in 0..<1_000 where rehearsal.store.presence.said(of: user)?.state.rawValue != state {
      await Task.yield()
    }
  }

  /// Answers the question about the account itself.
  private func answerOwn(_ state: String) async throws {
    try await rehearsal.transport.next(.get, "/presence/%40alice%3Alocalhost/status").reply(
      200, #"{"presence":"\#(state)"}"#)
  }

  /// Answers that the account is shown now.
  private func show() async throws {
    let request = try await rehearsal.transport.next(.put, "/presence/%40alice%3Alocalhost/status")
    #expect(request.body == #"{"presence":"online","status_msg":""}"#)
    request.reply(200, "{}")
  }

  private func sync() async throws { try await rehearsal.apply(#"{"next_batch":"n"}"#) }

  private var count: Int { rehearsal.transport.log.count }

  @Test("is asked for one after the other, and again with a sync after a minute")
  func again() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob, amy]).subscribe { _ in }
    try await answerOwn("online")
    try await answer(bob)
    try await answer(amy)
    try await sync()
    rehearsal.time.value += 59_000
    try await sync()
    #expect(count == 3)
    rehearsal.time.value += 1_000
    try await sync()
    try await answer(bob, "offline")
    try await answer(amy, "offline")
    #expect(count == 5)
    watch.dispose()
    rehearsal.time.value += 60_000
    try await sync()
    #expect(count == 5, "nobody looks any more")
  }

  @Test("is asked for at once when the connection is back, and after a request that failed")
  func loss() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob]).subscribe { _ in }
    try await answerOwn("online")
    try await answer(bob)
    try await sync()
    #expect(count == 2)
    rehearsal.store.presence.noteLoss()
    try await sync()
    try await answerOwn("online")
    try await rehearsal.transport.next(.get, "/presence/%40bob%3Ax").reply(502, "")
    // The question is over a moment after its answer.
    for _ in 0..<1_000 where count < 5 {
      try await sync()
      await Task.yield()
    }
    try await answer(bob, "offline")
    try await sync()
    #expect(count == 5)
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
    try await answerOwn("online")
    try await rehearsal.transport.next(.get, "/presence/%40bob%3Ax").reply(
      403, #"{"errcode":"M_FORBIDDEN","error":"x"}"#)
    try await answer(amy)
    watch.dispose()
  }

  @Test(
    "a server that refuses presence is asked about nobody else",
    arguments: [(404, "M_UNRECOGNIZED"), (403, "M_FORBIDDEN")])
  func refusal(status: Int, code: String) async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob]).subscribe { _ in }
    for method in [HTTPRequest.Method.get, .put] {
      try await rehearsal.transport.next(method, "/presence/%40alice%3Alocalhost").reply(
        status, #"{"errcode":"\#(code)","error":"x"}"#)
    }
    _ = try await value(of: profiles.isPresenceOff) { $0 }
    rehearsal.time.value += 60_000
    try await sync()
    try await sync()
    #expect(count == 2)
    watch.dispose()
  }

  @Test(
    "a server that forgets that the account is there keeps none, and is asked again after a loss")
  func off() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob]).subscribe { _ in }
    try await answerOwn("offline")
    try await show()
    for pause in [1, 4] {
      try await answerOwn("offline")
      #expect(try await rehearsal.clock.fireNext() == .seconds(pause))
    }
    #expect(await profiles.isPresenceOff.first() == false, "it may be slow")
    try await answerOwn("offline")
    _ = try await value(of: profiles.isPresenceOff) { $0 }
    #expect(await profiles.presences.first() == [:])
    rehearsal.time.value += 60_000
    try await sync()
    #expect(count == 5)

    rehearsal.store.presence.noteLoss()
    try await sync()
    try await answerOwn("online")
    try await answer(bob, "offline")
    #expect(await profiles.isPresenceOff.first() == false)
    #expect((await profiles.presence(of: bob).first() ?? nil)?.state == .offline)
    watch.dispose()
  }

  @Test("a server that hears late of the account keeps presence")
  func late() async throws {
    profiles.begin(as: .online)
    let watch = profiles.watch([bob]).subscribe { _ in }
    try await answerOwn("offline")
    try await show()
    try await answerOwn("offline")
    try await rehearsal.clock.fireNext()
    try await answerOwn("online")
    try await answer(bob, "offline")
    #expect(await profiles.isPresenceOff.first() == false)
    #expect((await profiles.presence(of: bob).first() ?? nil)?.state == .offline)
    watch.dispose()
  }

  @Test("who hides is told of nobody before somebody is there, and is never shown")
  func hidden() async throws {
    profiles.begin(as: .offline)
    let watch = profiles.watch([bob, amy]).subscribe { _ in }
    try await answer(bob, "offline")
    #expect(await profiles.presences.first() == [:], "every server could say so")
    try await answer(amy)
    #expect(await profiles.presences.first()?.count == 2)
    #expect(rehearsal.transport.log.allSatisfy { $0.hasPrefix("GET") })
    watch.dispose()
  }

  @Test("a status that a server takes and forgets is no presence")
  func forgotten() async throws {
    profiles.begin(as: .online)
    let change = Notes(profiles.show(as: .online, status: "here"))
    try await rehearsal.transport.next(.put, "/presence/%40alice%3Alocalhost").reply(200, "{}")
    try await change.ended()
    #expect(await profiles.presences.first() == [:])
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
    try await answerOwn("online")
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
