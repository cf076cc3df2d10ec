import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// By which protocol an account syncs.
@Suite("Choice of the sync protocol", .timeLimit(.minutes(5)))
struct EngineChoiceTests {
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

  private func slidingPoll() async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.post, "simplified_msc3575/sync")
  }

  private func fullPoll() async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.get, "/v3/sync")
  }

  @Test("a server that offers sliding sync is asked once")
  func offered() async throws {
    sync.start()
    try await rehearsal.offer(sliding: true)
    try await slidingPoll().reply(200, #"{"pos":"p1"}"#)
    #expect(try await slidingPoll().path.contains("pos=p1"))
    sync.stop()
    sync.start()
    #expect(try await slidingPoll().path.contains("pos=p1"))
    #expect(rehearsal.transport.log.filter { $0.contains("/versions") }.count == 1)
    sync.stop()
  }

  @Test(
    "a server that does not offer it, or refuses to say, has /sync",
    arguments: [
      (200, #"{"versions":[]}"#),
      (200, #"{"versions":[],"unstable_features":{"org.matrix.simplified_msc3575":"yes"}}"#),
      (404, #"{"errcode":"M_UNRECOGNIZED"}"#),
    ])
  func notOffered(status: Int, versions: String) async throws {
    sync.start()
    try await rehearsal.transport.next(.get, "/versions").reply(status, versions)
    _ = try await fullPoll()
    sync.stop()
  }

  @Test(
    "a server that refused to say is asked ever more seldom, and sliding sync used once it offers it",
    arguments: [403, 404])
  func refused(status: Int) async throws {
    sync.start()
    try await rehearsal.transport.next(.get, "/versions").reply(status, "<html>a proxy</html>")
    try await fullPoll().reply(200, #"{"next_batch":"s1"}"#)
    let early = try await fullPoll()
    rehearsal.clock.pass(.seconds(59))
    early.reply(200, #"{"next_batch":"s2"}"#)
    for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
      let poll = try await fullPoll()
      rehearsal.clock.pass(.seconds(minutes * 60))
      poll.reply(200, #"{"next_batch":"s3"}"#)
      let question = try await rehearsal.transport.next(.get, "/versions")
      minutes == 4 ? question.fail(.unreachable("away")) : question.reply(status, "{}")
    }
    let last = try await fullPoll()
    rehearsal.clock.pass(.seconds(3600))
    last.reply(200, #"{"next_batch":"s4"}"#)
    try await rehearsal.offer(sliding: true)
    // The token of the other protocol continues nothing.
    let first = try await slidingPoll()
    #expect(!first.path.contains("pos="))
    first.reply(200, #"{"pos":"p1"}"#)
    let second = try await slidingPoll()
    rehearsal.clock.pass(.seconds(7200))
    second.reply(200, #"{"pos":"p2"}"#)
    #expect(try await slidingPoll().path.contains("pos=p2"))
    #expect(states.values == [.idle, .connecting, .online])
    sync.stop()
  }

  @Test("who reconnects while the server is asked again gets a poll first")
  func hurried() async throws {
    sync.start()
    try await rehearsal.transport.next(.get, "/versions").reply(403, "{}")
    try await fullPoll().reply(200, #"{"next_batch":"s1"}"#)
    let poll = try await fullPoll()
    rehearsal.clock.pass(.seconds(60))
    poll.reply(200, #"{"next_batch":"s2"}"#)
    _ = try await rehearsal.transport.next(.get, "/versions")
    sync.retryNow()
    let hurried = try await fullPoll()
    #expect(hurried.path.contains("since=s2") && hurried.path.contains("timeout=0"))
    hurried.reply(200, #"{"next_batch":"s3"}"#)
    try await rehearsal.offer(sliding: true)
    _ = try await slidingPoll()
    sync.stop()
  }

  @Test("a server that is away is asked again")
  func away() async throws {
    sync.start()
    try await rehearsal.transport.next(.get, "/versions").fail(.unreachable("refused"))
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    try await rehearsal.transport.next(.get, "/versions").reply(503, "{}")
    #expect(try await rehearsal.clock.fireNext() == .seconds(2))
    try await rehearsal.offer(sliding: true)
    _ = try await slidingPoll()
    sync.stop()
  }

  @Test(
    "a server that does not have what it offered is polled by /sync at once",
    arguments: [404, 405])
  func fallsBack(status: Int) async throws {
    sync.start()
    try await rehearsal.offer(sliding: true)
    try await slidingPoll().reply(status, #"{"errcode":"M_UNRECOGNIZED"}"#)
    try await fullPoll().reply(200, #"{"next_batch":"s1"}"#)
    #expect(try await fullPoll().path.contains("since=s1"))
    #expect(try await rehearsal.store.syncStart().token == SyncToken(.full, "s1"))
    #expect(states.values == [.idle, .connecting, .online])
    sync.stop()
  }

  @Test("five failures that are not the network's change the protocol, and back again")
  func fails() async throws {
    sync.start()
    try await rehearsal.offer(sliding: true)
    try await slidingPoll().reply(200, #"{"pos":"p1"}"#)
    try await slidingPoll().reply(200, #"{"pos":"p2"}"#)
    for seconds in [1, 2, 4, 8] {
      try await slidingPoll().reply(500, "{}")
      #expect(try await rehearsal.clock.fireNext() == .seconds(seconds))
    }
    try await slidingPoll().reply(200, "<html>")
    let first = try await fullPoll()
    #expect(!first.path.contains("since="))
    first.reply(200, #"{"next_batch":"s1"}"#)
    try await fullPoll().reply(200, #"{"next_batch":"s2"}"#)
    try await fullPoll().reply(404, #"{"errcode":"M_UNRECOGNIZED"}"#)
    // The store has a token of the other protocol.
    #expect(try await !slidingPoll().path.contains("pos="))
    sync.stop()
  }

  @Test("a server that has neither is polled ever more slowly")
  func neither() async throws {
    sync.start()
    try await rehearsal.offer(sliding: true)
    try await slidingPoll().reply(404, "{}")
    try await fullPoll().reply(404, "{}")
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    try await slidingPoll().reply(404, "{}")
    #expect(try await rehearsal.clock.fireNext() == .seconds(2))
    try await fullPoll().reply(404, "{}")
    #expect(try await rehearsal.clock.fireNext() == .seconds(4))
    _ = try await slidingPoll()
    sync.stop()
  }

  @Test("a network that fails, and a gateway whose server is away, change nothing")
  func network() async throws {
    sync.start()
    try await rehearsal.offer(sliding: true)
    try await slidingPoll().reply(200, #"{"pos":"p1"}"#)
    for index in 0..<12 {
      let poll = try await slidingPoll()
      switch index % 3 {
      case 0: poll.fail(.timedOut)
      case 1: poll.reply(502, "<html>")
      default: poll.reply(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1000}"#)
      }
      try await rehearsal.clock.fireNext()
    }
    #expect(try await slidingPoll().path.contains("pos=p1"))
    sync.stop()
  }

  @Test("a session of a command speaks /sync, whose first response has all rooms")
  func command() async throws {
    let sync = MatrixSyncController(
      network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock,
      usesSliding: false)
    sync.start()
    _ = try await fullPoll()
    #expect(rehearsal.transport.log.count == 1)
    sync.stop()
  }
}
