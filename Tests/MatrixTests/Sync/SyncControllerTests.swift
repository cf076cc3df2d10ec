import GRDB
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Sync controller on a server without sliding sync", .timeLimit(.minutes(5)))
struct SyncControllerTests {
  private let rehearsal: Rehearsal
  private let sync: MatrixSyncController
  private let states: Notes<ConnectionState, Never>

  init() throws {
    rehearsal = try Rehearsal()
    sync = MatrixSyncController(
      network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock,
      backoff: Backoff { 1 })
    states = Notes(sync.connection)
  }

  private func nextPoll() async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.get, "/sync")
  }

  private func start() async throws {
    sync.start()
    try await rehearsal.offer(sliding: false)
  }

  private func goOnline() async throws -> RehearsedTransport.Exchange {
    try await start()
    try await nextPoll().reply(200, #"{"next_batch":"s1"}"#)
    return try await nextPoll()
  }

  private func isOffline(_ state: ConnectionState) -> Bool {
    if case .offline = state { true } else { false }
  }

  @Test("begins with the whole account at once, then polls from the token")
  func polls() async throws {
    try await start()
    let first = try await nextPoll()
    #expect(first.path.contains("timeout=0"))
    #expect(!first.path.contains("since="))
    #expect(first.path.contains("lazy_load_members"))
    #expect(first.request.timeout == .seconds(180))
    first.reply(200, #"{"next_batch":"s1"}"#)

    let second = try await nextPoll()
    #expect(second.path.contains("since=s1"))
    #expect(second.path.contains("timeout=30000"))
    #expect(second.request.timeout == .seconds(45))
    #expect(states.values == [.idle, .connecting, .online])
    sync.stop()
  }

  @Test("a loss of the cache ends the poll in flight, and the whole account is requested")
  func lostCache() async throws {
    _ = try await goOnline()
    await #expect(throws: RequestError.self) {
      try await rehearsal.store.read { _, _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    }
    let next = try await nextPoll()
    #expect(!next.path.contains("since="))
    next.reply(200, #"{"next_batch":"s9"}"#)
    #expect(try await nextPoll().path.contains("since=s9"))
    sync.stop()
  }

  @Test("the first failed poll is shown at once, later ones wait 1, 2, 4 … 30 seconds")
  func backoff() async throws {
    var poll = try await goOnline()
    let error = RequestError(operation: .sync, reason: .timedOut)
    for seconds in [1, 2, 4, 8, 16, 30, 30] {
      poll.fail(.timedOut)
      #expect(try await rehearsal.clock.fireNext() == .seconds(seconds))
      #expect(states.values.last == .offline(error, retryAfter: .seconds(seconds)))
      poll = try await nextPoll()
      // Polled without waiting, so that a recovered server is noticed at once.
      #expect(poll.path.contains("timeout=0"))
      #expect(poll.path.contains("since=s1"))
    }
    poll.reply(200, #"{"next_batch":"s2"}"#)
    _ = try await nextPoll()
    #expect(states.values.last == .online)
    sync.stop()
  }

  @Test("waits vary by a fifth")
  func jitter() {
    let error = RequestError(operation: .sync, reason: .timedOut)
    let delays = (0..<200).map { _ in Backoff().delay(after: 3, error) }

    #expect(delays.allSatisfy { $0 >= .milliseconds(3200) && $0 <= .milliseconds(4800) })
    #expect(Set(delays).count > 20)
  }

  @Test("a manual retry ends the wait")
  func retryNow() async throws {
    let poll = try await goOnline()
    poll.fail(.unreachable("refused"))
    #expect(try await rehearsal.clock.nextTimer() == .seconds(1))
    sync.retryNow()
    let next = try await nextPoll()

    #expect(rehearsal.clock.timerCount == 0)
    next.reply(200, #"{"next_batch":"s2"}"#)
    _ = try await nextPoll()
    #expect(states.values.last == .online)
    sync.stop()
  }

  @Test("a manual retry cancels a hanging poll, and shows connecting until the next response")
  func retryHungPoll() async throws {
    _ = try await goOnline()
    sync.retryNow()
    let next = try await nextPoll()

    #expect(next.path.contains("timeout=0"))
    #expect(next.path.contains("since=s1"))
    #expect(rehearsal.transport.forgottenCount == 1)
    #expect(rehearsal.transport.pendingCount == 1)
    #expect(states.values == [.idle, .connecting, .online, .connecting])
    next.reply(200, #"{"next_batch":"s2"}"#)
    #expect(try await nextPoll().path.contains("timeout=30000"))
    #expect(states.values.last == .online)
    sync.stop()
  }

  @Test("a failed manual retry counts as an ordinary failure")
  func retryFails() async throws {
    _ = try await goOnline()
    sync.retryNow()
    try await nextPoll().fail(.timedOut)

    #expect(try await rehearsal.clock.nextTimer() == .seconds(1))
    #expect(states.values.last.map(isOffline) == true)
    sync.stop()
  }

  @Test("reports of dead connections reconnect once per burst, throughout the life of the sync")
  func watched() async throws {
    let watch = WatchFake()
    do {
      let sync = MatrixSyncController(
        network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock,
        watch: watch)
      sync.start()
      try await rehearsal.offer(sliding: false)
      try await nextPoll().reply(200, #"{"next_batch":"s1"}"#)
      _ = try await nextPoll()
      watch.subject.send(())
      watch.subject.send(())
      #expect(rehearsal.transport.unseenCount == 0)
      #expect(try await rehearsal.clock.fireNext() == .seconds(1))
      #expect(try await nextPoll().path.contains("timeout=0"))
      #expect(rehearsal.transport.forgottenCount == 1)
      sync.stop()
    }
    watch.subject.send(())
    #expect(rehearsal.clock.timerCount == 0)
  }

  @Test("a server whose token does not advance is polled ever more slowly")
  func stuck() async throws {
    var poll = try await goOnline()
    let news = #"{"next_batch":"s1","rooms":{"join":{"!r":{}}}}"#
    for seconds in [1, 2, 4, 8, 16, 30, 30] {
      poll.reply(200, news)
      #expect(try await rehearsal.clock.fireNext() == .seconds(seconds))
      poll = try await nextPoll()
    }
    poll.reply(200, #"{"next_batch":"s2","rooms":{"join":{"!r":{}}}}"#)
    _ = try await nextPoll()
    #expect(rehearsal.clock.timerCount == 0)
    sync.stop()
  }

  @Test("another successful request ends the wait after a lost connection")
  func serverAnswered() async throws {
    let poll = try await goOnline()
    poll.fail(.unreachable("refused"))
    #expect(try await rehearsal.clock.nextTimer() == .seconds(1))
    let user = Notes(rehearsal.network.fetchUser(rehearsal.store.userID))
    try await rehearsal.transport.next(.get, "/profile/").fail(.unreachable("refused"))
    try await user.ended()
    #expect(rehearsal.clock.timerCount == 1)

    let again = Notes(rehearsal.network.fetchUser(rehearsal.store.userID))
    try await rehearsal.transport.next(.get, "/profile/").reply(200, "{}")
    try await nextPoll().reply(200, #"{"next_batch":"s2"}"#)
    _ = try await nextPoll()
    #expect(again.failure == nil)
    #expect(states.values.last == .online)
    sync.stop()
  }

  @Test(
    "other requests do not hasten polls that a server limits or refuses", arguments: [429, 503])
  func notPressed(status: Int) async throws {
    let poll = try await goOnline()
    poll.reply(status, "{}")
    try await rehearsal.clock.nextTimer()
    let user = Notes(rehearsal.network.fetchUser(rehearsal.store.userID))
    try await rehearsal.transport.next(.get, "/profile/").reply(200, "{}")
    try await user.ended()

    #expect(rehearsal.clock.timerCount == 1)
    #expect(rehearsal.transport.unseenCount == 0)
    sync.stop()
  }

  @Test("a server's rate limit is respected")
  func limited() async throws {
    let poll = try await goOnline()
    poll.reply(429, try Recorded.data("error-429-limit-exceeded"))

    #expect(try await rehearsal.clock.nextTimer() == .milliseconds(5876))
    sync.stop()
  }

  @Test("an unknown token restarts the account from scratch, once")
  func unknownToken() async throws {
    let poll = try await goOnline()
    poll.reply(400, try Recorded.data("error-400-bad-since"))
    let anew = try await nextPoll()
    #expect(!anew.path.contains("since="))
    #expect(!states.values.contains(where: isOffline))
    anew.reply(200, #"{"next_batch":"s9"}"#)
    // A server that refuses every token is not polled in a tight loop.
    try await nextPoll().reply(400, try Recorded.data("error-400-bad-since"))
    #expect(try await rehearsal.clock.nextTimer() == .seconds(1))
    sync.stop()
  }

  @Test("a server that restarts again, before it has said anything new, is no error either")
  func secondRestart() async throws {
    let unknown = try Recorded.data("error-400-bad-since")
    try await goOnline().reply(400, unknown)
    try await nextPoll().reply(200, #"{"next_batch":"s9"}"#)
    try await nextPoll().fail(.unreachable("connection refused"))
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    let poll = try await nextPoll()
    #expect(poll.path.contains("since=s9"))
    poll.reply(400, unknown)
    #expect(try await !nextPoll().path.contains("since="))
    let failures = states.values.filter(isOffline)
    #expect(failures.count == 1, "only the lost connection is shown")
    sync.stop()
  }

  @Test(
    "a response without a next token or readable content does not advance",
    arguments: [
      "", "<html>hello</html>", "[]", "{", "{}", #"{"next_batch":""}"#, #"{"next_batch":7}"#,
      #"{"next_batch":"\#(String(repeating: "x", count: 9000))"}"#,
    ])
  func unreadable(body: String) async throws {
    let poll = try await goOnline()
    poll.reply(200, body)
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    let next = try await nextPoll()

    #expect(next.path.contains("since=s1"))
    #expect(states.values.last.map(isOffline) == true)
    sync.stop()
  }

  @Test("a server that never holds a response is polled ever more slowly")
  func busyServer() async throws {
    var poll = try await goOnline()
    for _ in 0..<2 {
      poll.reply(200, #"{"next_batch":"s1"}"#)
      poll = try await nextPoll()
    }
    for seconds in [1, 2, 4] {
      poll.reply(200, #"{"next_batch":"s1"}"#)
      #expect(try await rehearsal.clock.fireNext() == .seconds(seconds))
      poll = try await nextPoll()
    }
    #expect(states.values.last == .online)
    sync.stop()
  }

  @Test("a server that always has news is polled five times a second at most")
  func greedyServer() async throws {
    var poll = try await goOnline()
    for number in 0..<200 {
      let paused = number - 100
      poll.reply(200, #"{"next_batch":"t\#(number)","rooms":{"join":{"!r":{}}}}"#)
      if paused >= 0 { #expect(try await rehearsal.clock.fireNext() == .milliseconds(200)) }
      poll = try await nextPoll()
      #expect(rehearsal.clock.timerCount == 0)
    }
    sync.stop()
  }

  @Test("a response is in the store before the next poll starts")
  func order() async throws {
    try await start()
    try await nextPoll().reply(
      200, #"{"next_batch":"s1","rooms":{"join":{"!r":{},"!other":{}}}}"#)
    _ = try await nextPoll()

    #expect(rehearsal.store.current.rooms.count == 2)
    sync.stop()
  }

  @Test("stopping cancels the poll in flight; starting again continues from the token")
  func stopAndStart() async throws {
    _ = try await goOnline()
    sync.stop()
    #expect(states.values.last == .idle)
    sync.start()
    let poll = try await nextPoll()

    #expect(poll.path.contains("since=s1"))
    sync.start()
    poll.reply(200, #"{"next_batch":"s2"}"#)
    _ = try await nextPoll()
    #expect(rehearsal.transport.log.filter { $0.contains("/sync") }.count == 4)
    sync.stop()
  }

  @Test("a permanently refused token ends the polling")
  func signedOut() async throws {
    let poll = try await goOnline()
    poll.reply(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"x","soft_logout":true}"#)
    _ = try await value(of: sync.connection) { $0 == .idle }

    #expect(rehearsal.clock.timerCount == 0)
  }

  @Test("the polling ends with its controller")
  func release() async throws {
    weak var released: MatrixSyncController?
    do {
      let sync = MatrixSyncController(
        network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock)
      released = sync
      sync.start()
      try await rehearsal.offer(sliding: false)
      _ = try await nextPoll()
    }
    #expect(released == nil)
    // The poll was cancelled: the transport has no pending request.
    await settle { rehearsal.transport.pendingCount == 0 }
    #expect(rehearsal.transport.pendingCount == 0)
  }
}

/// A watch whose changes the test sends.
private struct WatchFake: ConnectionWatch {
  let subject = Subject<Void, Never>()
  var changes: Signal<Void, Never> { subject.signal }
}
