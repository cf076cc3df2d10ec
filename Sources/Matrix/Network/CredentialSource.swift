package import Controllers
package import Signals
import Synchronization

/// The tokens of a session.
package struct SessionTokens: Sendable {
  /// The token that authenticates requests.
  package var access: Secret<String>
  /// The token that obtains a new pair; nil when the server issues none.
  package var refresh: Secret<String>?
  /// Whom an OAuth server issued them to; nil when the homeserver issued them.
  package var client: OAuthClient?

  /// Makes a pair of tokens; by default the homeserver's.
  package init(access: Secret<String>, refresh: Secret<String>?, client: OAuthClient? = nil) {
    self.access = access
    self.refresh = refresh
    self.client = client
  }
}

/// Stores a session's tokens and obtains new ones; any thread may call.
package protocol TokenStore: Sendable {
  /// The stored tokens, which another process may have changed; nil when there are none.
  ///
  /// Throws `.storage` when the file cannot be read.
  func load() async throws(RequestError) -> SessionTokens?
  /// Stores a new pair durably; throws `.storage` when the file cannot be written.
  func save(_ tokens: SessionTokens) async throws(RequestError)
  /// Requests a new pair from the server; throws the failure of the request.
  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens
  /// Runs `body` while no other process refreshes the same session.
  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value
}

/// Supplies requests with a session's access token and renews it once for all waiting requests.
///
/// A network failure never ends a session; only the server's refusal does, and `refusals` then
/// reports it once. Any thread may call.
package final class CredentialSource: Sendable {
  private struct State {
    var tokens: SessionTokens
    /// A pair that the server issued and that could not be stored yet.
    var unsaved: SessionTokens?
    /// The refresh token that obtained the present pair.
    var earlier: Secret<String>?
    var refreshing: Task<Result<Secret<String>, RequestError>, Never>?
    var isEnded = false
  }

  private let state: Mutex<State>
  private let store: any TokenStore
  private let refusal = ReplaySubject<Bool, Never>(capacity: 1)

  /// Makes a source that starts with `tokens` and keeps new ones in `store`.
  package init(tokens: SessionTokens, store: any TokenStore) {
    state = Mutex(State(tokens: tokens))
    self.store = store
  }

  /// Reports that the server refuses the session (`true` for a soft logout), then completes.
  ///
  /// Late subscribers receive the same events. Events arrive on any thread.
  package var refusals: Signal<Bool, Never> { refusal.signal }

  /// The token to use now.
  ///
  /// Fails with `.cancelled` after the session has ended.
  package func token(
    for operation: RequestError.Operation
  ) async throws(RequestError) -> Secret<String> {
    let (token, isEnded) = state.withLock { ($0.tokens.access, $0.isEnded) }
    guard !isEnded else { throw RequestError(operation: operation, reason: .cancelled) }
    return token
  }

  /// A token that replaces one that the server refused.
  ///
  /// When no new token can be obtained, the session ends and this fails with the refusal. When a
  /// refresh fails but may succeed later, this fails with the error of the refresh.
  package func replacement(
    for refused: Secret<String>, refusedWith error: RequestError,
    _ operation: RequestError.Operation
  ) async throws(RequestError) -> Secret<String> {
    let task = state.withLock { state -> Task<Result<Secret<String>, RequestError>, Never>? in
      if state.isEnded || state.tokens.access.reveal() != refused.reveal() { return nil }
      if let running = state.refreshing { return running }
      let task = Task { await self.refresh(refused, error) }
      state.refreshing = task
      return task
    }
    guard let task else { return try await token(for: operation) }
    switch await task.value {
    case .success(let token): return token
    case .failure(var failure):
      failure.operation = operation
      throw failure
    }
  }

  /// Ends the session because the server refuses `token`, unless a newer token exists.
  package func report(_ error: RequestError, refusing token: Secret<String>) {
    guard case .signedOut(let isSoft) = error.reason else { return }
    end(isSoft: isSoft, refusing: token)
  }

  /// Stops supplying and storing tokens; returns the last pair.
  @discardableResult
  package func close() -> SessionTokens {
    state.withLock { state in
      state.isEnded = true
      return state.tokens
    }
  }

  private func end(isSoft: Bool, refusing token: Secret<String>) {
    let isFirst = state.withLock { state in
      guard !state.isEnded, state.tokens.access.reveal() == token.reveal() else { return false }
      state.isEnded = true
      return true
    }
    guard isFirst else { return }
    refusal.send(isSoft)
    refusal.complete()
  }

  private func refresh(
    _ refused: Secret<String>, _ error: RequestError
  ) async -> Result<Secret<String>, RequestError> {
    let result: Result<Secret<String>, RequestError>
    do throws(RequestError) {
      let tokens = try await store.exclusively { () async throws(RequestError) in
        try await self.newTokens(insteadOf: refused, error)
      }
      result = .success(tokens.access)
    } catch let failure {
      if failure.isUnknownToken { report(failure, refusing: refused) }
      result = .failure(failure)
    }
    state.withLock { $0.refreshing = nil }
    return result
  }

  private func newTokens(
    insteadOf refused: Secret<String>, _ error: RequestError
  ) async throws(RequestError) -> SessionTokens {
    if let stored = try await store.load(), stored.access.reveal() != refused.reveal() {
      // Another process of the same account was faster.
      adopt(stored)
      return stored
    }
    var pair = state.withLock { $0.unsaved }
    if pair == nil {
      let old = state.withLock { $0.tokens }
      guard let token = old.refresh else { throw error }
      // An OAuth server knows nothing of devices: whether this one is kept, the homeserver has said.
      let keepsDevice = old.client != nil && error.reason == .signedOut(isSoft: true)
      do throws(RequestError) {
        pair = try await freshPair(token, keepsDevice: keepsDevice)
      } catch {
        pair = await pairLost(insteadOf: token, keepsDevice: keepsDevice)
        if pair == nil { throw error }
      }
    }
    guard let pair else { throw error }
    // Stored before its first use: the server forgets the old pair when the new one is used.
    try await save(pair)
    adopt(pair)
    return pair
  }

  /// A pair by the token that obtained the present one, which the server refuses altogether.
  ///
  /// A refresh that the network delivers twice makes two pairs. A Synapse takes back the first one, of which
  /// the response may be the one that arrives, and accepts the earlier token until the second is used.
  private func pairLost(
    insteadOf token: Secret<String>, keepsDevice: Bool
  ) async -> SessionTokens? {
    guard let earlier = state.withLock({ $0.earlier }), earlier.reveal() != token.reveal() else {
      return nil
    }
    return try? await freshPair(earlier, keepsDevice: keepsDevice)
  }

  private func freshPair(
    _ token: Secret<String>, keepsDevice: Bool
  ) async throws(RequestError) -> SessionTokens {
    var pair: SessionTokens
    do {
      pair = try await store.refresh(token)
    } catch {
      // 401 and 403 mean that the refresh token is dead; the response says whether softly. Without a
      // Matrix error code they come from a proxy or a portal on the way, not from the server.
      guard error.code != nil, error.status == 401 || error.status == 403 else { throw error }
      var isSoft = keepsDevice
      if case .signedOut(true) = error.reason { isSoft = true }
      var end = error
      end.reason = .signedOut(isSoft: isSoft)
      throw end
    }
    pair.refresh = pair.refresh ?? token
    state.withLock { state in
      state.unsaved = pair
      state.earlier = token
    }
    return pair
  }

  private func save(_ pair: SessionTokens) async throws(RequestError) {
    guard !state.withLock({ $0.isEnded }) else {
      throw RequestError(operation: .restore, reason: .cancelled)
    }
    try await store.save(pair)
  }

  private func adopt(_ tokens: SessionTokens) {
    state.withLock { state in
      state.tokens = tokens
      state.unsaved = nil
    }
  }
}
