import Synchronization
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("A server that is gone and restarted", .timeLimit(.minutes(5)))
struct RevivalTests {
  /// A fake that restarts a server: returns its outcomes in turn, then the last one forever.
  private final class Reviver: Sendable {
    private let state: Mutex<(outcomes: [Result<Bool, RequestError>], calls: Int)>

    init(_ outcomes: Result<Bool, RequestError>...) {
      state = Mutex((outcomes, 0))
    }

    init(_ outcomes: [Result<Bool, RequestError>]) {
      state = Mutex((outcomes, 0))
    }

    var calls: Int { state.withLock(\.calls) }

    func run() throws(RequestError) -> Bool {
      let outcome = state.withLock { state -> Result<Bool, RequestError> in
        state.calls += 1
        return state.outcomes.count > 1 ? state.outcomes.removeFirst() : state.outcomes[0]
      }
      return try outcome.get()
    }
  }

  private static let away = RequestError(operation: .sync, reason: .unreachable("refused"))

  private let rehearsal: Rehearsal

  init() throws {
    rehearsal = try Rehearsal()
  }

  private func nextPoll() async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.get, "/sync")
  }

  /// A sync that is online and polls.
  private func online(
    _ reviver: Reviver
  ) async throws -> (MatrixSyncController, Notes<ConnectionState, Never>) {
    let sync = MatrixSyncController(
      network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock,
      backoff: Backoff { 1 },
      revival: { () async throws(RequestError) -> Bool in try reviver.run() })
    let states = Notes(sync.connection)
    sync.start()
    try await rehearsal.offer(sliding: false)
    try await nextPoll().reply(200, #"{"next_batch":"s1"}"#)
    return (sync, states)
  }

  @Test("is polled again at once, and missed events are fetched")
  func revives() async throws {
    let reviver = Reviver(.success(true))
    let (sync, states) = try await online(reviver)
    try await nextPoll().fail(.unreachable("refused"))

    let poll = try await nextPoll()
    #expect(rehearsal.clock.timerCount == 0)
    #expect(poll.path.contains("since=s1"))
    #expect(states.values.last == .offline(Self.away, retryAfter: .zero))
    poll.reply(200, #"{"next_batch":"s2"}"#)
    _ = try await nextPoll()
    #expect(states.values.last == .online)
    #expect(reviver.calls == 1)
    sync.stop()
  }

  @Test("is retried normally when it still runs")
  func runs() async throws {
    let reviver = Reviver(.success(false))
    let (sync, states) = try await online(reviver)
    for seconds in [1, 2, 4] {
      try await nextPoll().fail(.unreachable("refused"))
      #expect(try await rehearsal.clock.fireNext() == .seconds(seconds))
      #expect(states.values.last == .offline(Self.away, retryAfter: .seconds(seconds)))
    }
    #expect(reviver.calls == 3)
    sync.stop()
  }

  @Test("reports why it does not start, and is retried ever more slowly")
  func fails() async throws {
    let failure = RequestError(
      operation: .startServer, reason: .serverFailed("the disk is full", log: "/log"))
    let failures = Array(repeating: Result<Bool, RequestError>.failure(failure), count: 5)
    let reviver = Reviver(failures + [.success(true)])
    let (sync, states) = try await online(reviver)
    for seconds in [1, 4, 16, 60, 60] {
      try await nextPoll().fail(.unreachable("refused"))
      #expect(try await rehearsal.clock.fireNext() == .seconds(seconds))
      #expect(states.values.last == .offline(failure, retryAfter: .seconds(seconds)))
    }
    try await nextPoll().fail(.unreachable("refused"))
    try await nextPoll().reply(200, #"{"next_batch":"s2"}"#)
    _ = try await nextPoll()
    #expect(states.values.last == .online)
    sync.stop()
  }

  @Test("is not started while a start would fail again, until F5")
  func hopeless() async throws {
    let failure = RequestError(
      operation: .startServer, reason: .serverFailed("the database is damaged", log: "/log"),
      retryAfter: .seconds(60))
    let reviver = Reviver(.failure(failure))
    let (sync, states) = try await online(reviver)
    try await nextPoll().fail(.unreachable("refused"))
    #expect(try await rehearsal.clock.nextTimer() == .seconds(60))
    #expect(states.values.last == .offline(failure, retryAfter: .seconds(60)))
    #expect(reviver.calls == 1)
    sync.retryNow()
    try await nextPoll().fail(.unreachable("refused"))
    #expect(try await rehearsal.clock.nextTimer() == .seconds(60))
    #expect(reviver.calls == 2)
    sync.stop()
  }

  @Test("is not restarted when it responds at all")
  func answers() async throws {
    let reviver = Reviver(.success(true))
    let (sync, _) = try await online(reviver)
    try await nextPoll().reply(500, #"{"errcode":"M_UNKNOWN","error":"x"}"#)
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    _ = try await nextPoll()
    #expect(reviver.calls == 0)
    sync.stop()
  }

  @Test("is started three times a minute, then after a pause, which F5 ends")
  func endsAgainAndAgain() async throws {
    let reviver = Reviver(.success(true))
    let (sync, states) = try await online(reviver)
    for _ in 0..<3 { try await nextPoll().fail(.unreachable("refused")) }
    try await nextPoll().fail(.unreachable("refused"))
    #expect(try await rehearsal.clock.nextTimer() == .seconds(30))
    #expect(states.values.last == .offline(Self.away, retryAfter: .seconds(30)))
    #expect(reviver.calls == 3)
    sync.retryNow()
    _ = try await nextPoll()
    #expect(reviver.calls == 4)
    sync.stop()
  }
}
