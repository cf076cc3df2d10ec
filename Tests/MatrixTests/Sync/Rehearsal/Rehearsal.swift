import Foundation
import GRDB
import Synchronization
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// An account without a server: its store, its network on a rehearsed transport, and a folder.
struct Rehearsal {
  static let me = "@alice:localhost"

  let transport: RehearsedTransport
  let clock: ManualScheduler
  let folder: TestFolder
  let directory: AccountDirectory
  let network: MatrixNetworkController
  let store: AccountStore
  /// The time of day, in milliseconds.
  let time = TestTime()

  init(
    folder: TestFolder? = nil, transport: RehearsedTransport = RehearsedTransport(),
    clock: ManualScheduler = ManualScheduler(), cache: CacheStorage? = nil
  ) throws {
    self.transport = transport
    self.clock = clock
    let folder = try folder ?? TestFolder()
    self.folder = folder
    directory = try AccountDirectory(path: folder.path)
    let server = try #require(ServerAddress("http://127.0.0.1:1"))
    let tokens = SessionTokens(access: Secret("token"), refresh: nil)
    network = MatrixNetworkController(
      server: server, transport: transport,
      credentials: CredentialSource(tokens: tokens, store: NoTokens()), scheduler: clock)
    store = try AccountStore(
      userID: #require(UserID(Self.me)), directory: directory,
      cache: cache ?? .durable(directory))
  }

  func sender(
    connection: Signal<ConnectionState, Never> = ReplaySubject(capacity: 1).signal,
    storage: OutboxStorage? = nil, device: String = "DEVICE",
    places: MatrixPlacesController? = nil
  ) throws -> MatrixMessageSender {
    try MatrixMessageSender(
      network: network, store: store, deviceID: device, connection: connection,
      outbox: storage ?? .durable(directory),
      places: places ?? MatrixPlacesController(in: directory, scheduler: clock), scheduler: clock,
      backoff: Backoff { 1 },
      now: { [time] in Timestamp(milliseconds: time.value) })
  }

  /// Answers the sync's question what the server offers.
  func offer(sliding: Bool) async throws {
    try await transport.next(.get, "/versions").reply(
      200,
      #"{"versions":["v1.12"],"unstable_features":{"org.matrix.simplified_msc3575":\#(sliding)}}"#)
  }

  /// Applies a sync response given as JSON.
  func apply(_ json: String, isInitial: Bool = false) async throws {
    let response = try LenientResponse<RawSyncResponse>(Array(json.utf8))
    let news = SyncNews(
      response.value, issues: response.issues, isInitial: isInitial,
      token: response.value.nextBatch ?? "n")
    try await store.apply(
      news, from: try await store.syncStart(), at: Timestamp(milliseconds: time.value))
  }

  /// The end of a room's history as it is shown.
  func timeline(of room: RoomID) async throws -> Timeline {
    try await store.value(of: .timeline(of: room))
  }

  /// What a room knows of a person.
  func member(_ user: UserID, of room: RoomID) async throws -> Member? {
    try await store.read { contents, tables in
      try contents.rooms[room].flatMap { try tables.member(user, of: $0.number) }
    }
  }

  /// Adds a joined room to the store, so that messages may be sent.
  func joinRoom(_ id: String = "!room") async throws -> RoomID {
    try await apply(#"{"next_batch":"s","rooms":{"join":{"\#(id)":{}}}}"#, isInitial: true)
    return try #require(RoomID(id))
  }
}

/// The unsent messages in the vault of a folder, and what came with them from an earlier version.
func storedOutbox(_ directory: AccountDirectory) throws -> String {
  let vault = try directory.vault()
  let rest = try vault.read { try String.fetchAll($0, sql: "SELECT content FROM outbox_rest") }
  return try (vault.outbox().map(\.content) + rest).joined(separator: "\n")
}

/// A time of day that a test controls.
final class TestTime: Sendable {
  private let milliseconds = Mutex<Int64>(1_700_000_000_000)

  var value: Int64 {
    get { milliseconds.withLock { $0 } }
    set { milliseconds.withLock { $0 = newValue } }
  }
}

/// A private folder that is removed with its last reference.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "chat-tui-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Credentials that cannot be refreshed.
private struct NoTokens: TokenStore {
  func load() async throws(RequestError) -> SessionTokens? { nil }
  func save(_ tokens: SessionTokens) async throws(RequestError) {}
  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens {
    throw RequestError(operation: .restore, reason: .refused, status: 403)
  }
  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value { try await body() }
}

/// Waits for the first value of a signal that satisfies the condition.
func value<Value: Sendable>(
  of signal: Signal<Value, Never>, sourceLocation: SourceLocation = #_sourceLocation,
  where fits: @escaping @Sendable (Value) -> Bool = { _ in true }
) async throws -> Value {
  let found = Mutex<Value?>(nil)
  let last = Mutex<Value?>(nil)
  let subscription = signal.subscribe(value: { value in
    last.withLock { $0 = value }
    guard fits(value) else { return }
    found.withLock { $0 = $0 ?? value }
  })
  defer { subscription.dispose() }
  do {
    return try await awaited("value that fits", sourceLocation: sourceLocation) {
      found.withLock { $0 }
    }
  } catch {
    Issue.record("the last value: \(String(describing: last.withLock { $0 }))")
    throw error
  }
}

/// Lets other tasks run until a condition holds, for ten seconds at most.
func settle(_ isDone: () -> Bool) async {
  let end = ContinuousClock.now + .seconds(30)
  while !isDone(), ContinuousClock.now < end { await Task.yield() }
}

/// Records the events of a signal while it runs.
final class Notes<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var values: [Value] = []
    var failure: Failure?
    var isCompleted = false
  }

  private let state = Mutex(State())
  private let subscription = Mutex<(any Disposable)?>(nil)

  init(_ signal: Signal<Value, Failure>) {
    let inner = signal.subscribe(
      value: { value in self.state.withLock { $0.values.append(value) } },
      failed: { failure in self.state.withLock { $0.failure = failure } },
      completed: { self.state.withLock { $0.isCompleted = true } })
    subscription.withLock { $0 = inner }
  }

  var values: [Value] { state.withLock { $0.values } }
  var failure: Failure? { state.withLock { $0.failure } }
  var isCompleted: Bool { state.withLock { $0.isCompleted } }

  /// Waits for the end.
  func ended(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await awaited("end of the signal", sourceLocation: sourceLocation) {
      isCompleted || failure != nil ? () : nil
    }
  }

  /// Waits for the first value.
  @discardableResult
  func started(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Self {
    _ = try await awaited("first value", sourceLocation: sourceLocation) { values.first }
    return self
  }

  func dispose() { subscription.withLock { $0 }?.dispose() }
}
