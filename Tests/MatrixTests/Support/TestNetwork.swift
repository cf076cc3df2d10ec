import Controllers
import Matrix
import Signals
import Synchronization
import Testing

/// Tokens in memory, with a count of the calls.
final class TokenStoreFake: TokenStore {
  private struct State {
    var stored: SessionTokens?
    var saves: [SessionTokens] = []
    var refreshes: [String] = []
    var saveFailures = 0
    var refresh: @Sendable (Int) async throws(RequestError) -> SessionTokens
  }

  private let state: Mutex<State>

  /// Passes the number of the call to `refresh`, from one on.
  init(
    stored: SessionTokens? = nil,
    refresh: @escaping @Sendable (Int) async throws(RequestError) -> SessionTokens = {
      (_) throws(RequestError) in
      Issue.record("a refresh that the test does not expect")
      throw RequestError(operation: .restore, reason: .cancelled)
    }
  ) {
    state = Mutex(State(stored: stored, refresh: refresh))
  }

  var savedTokens: [String] { state.withLock { $0.saves.map { $0.access.reveal() } } }
  var refreshCount: Int { state.withLock { $0.refreshes.count } }
  var refreshedWith: [String] { state.withLock { $0.refreshes } }

  /// Simulates another process that stored a newer pair.
  func replaceStored(_ tokens: SessionTokens) {
    state.withLock { $0.stored = tokens }
  }

  /// Makes the next attempts to save fail.
  func failSaving(times: Int) {
    state.withLock { $0.saveFailures = times }
  }

  func load() async throws(RequestError) -> SessionTokens? {
    state.withLock { $0.stored }
  }

  func save(_ tokens: SessionTokens) async throws(RequestError) {
    let isSaved = state.withLock { state in
      guard state.saveFailures == 0 else {
        state.saveFailures -= 1
        return false
      }
      state.stored = tokens
      state.saves.append(tokens)
      return true
    }
    if !isSaved { throw RequestError(operation: .restore, reason: .storage("disk full")) }
  }

  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens {
    let (count, refresh) = state.withLock { state in
      state.refreshes.append(token.reveal())
      return (state.refreshes.count, state.refresh)
    }
    return try await refresh(count)
  }

  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    try await body()
  }
}

extension SessionTokens {
  /// Makes a pair of tokens from two texts.
  static func pair(_ access: String, _ refresh: String? = nil) -> SessionTokens {
    SessionTokens(access: Secret(access), refresh: refresh.map { Secret($0) })
  }
}

/// A network controller on a test server, with access to its collaborators.
struct TestNetwork: Sendable {
  let network: MatrixNetworkController
  let store: TokenStoreFake
  let endings: Endings

  /// How often the session was reported as ended, and whether softly.
  final class Endings: Sendable {
    private let list = Mutex<[Bool]>([])
    var all: [Bool] { list.withLock { $0 } }
    func add(_ isSoft: Bool) { list.withLock { $0.append(isSoft) } }
  }

  /// A controller for `url` over a transport, signed in with the token `old`.
  static func make(
    _ url: String, _ transport: any HTTPTransport, tokens: SessionTokens = .pair("old"),
    store: TokenStoreFake = TokenStoreFake(), scheduler: any Scheduler
  ) throws -> TestNetwork {
    let endings = Endings()
    let credentials = CredentialSource(tokens: tokens, store: store)
    _ = credentials.refusals.subscribe { endings.add($0) }
    let network = MatrixNetworkController(
      server: try #require(ServerAddress(url)), transport: transport, credentials: credentials,
      scheduler: scheduler)
    return TestNetwork(network: network, store: store, endings: endings)
  }
}
