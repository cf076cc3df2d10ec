package import Controllers
package import Signals
import Synchronization

/// The tokens of a session.
package struct SessionTokens: Sendable {
  package var access: Secret<String>
  package var refresh: Secret<String>?

  package init(access: Secret<String>, refresh: Secret<String>?) {
    self.access = access
    self.refresh = refresh
  }
}

/// Where the tokens of a session are kept and how new ones are had.
package protocol TokenStore: Sendable {
  /// The tokens that are stored now, which another process may have changed.
  func load() async throws(RequestError) -> SessionTokens?
  /// Stores a new pair for good.
  func save(_ tokens: SessionTokens) async throws(RequestError)
  /// Asks the server for a new pair.
  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens
  /// Runs `body` while no other process refreshes the same session.
  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value
}

/// Gives requests the access token of a session and renews it, once for all that wait.
///
/// A network failure never ends a session; only the server's word does, and then `refusals` tells
/// it once.
package final class CredentialSource: Sendable {
  private struct State {
    var tokens: SessionTokens
    /// A pair that the server gave and that could not be stored yet.
    var unsaved: SessionTokens?
    var refreshing: Task<Result<Secret<String>, RequestError>, Never>?
    var isEnded = false
  }

  private let state: Mutex<State>
  private let store: any TokenStore
  private let refusal = ReplaySubject<Bool, Never>(capacity: 1)

  package init(tokens: SessionTokens, store: any TokenStore) {
    state = Mutex(State(tokens: tokens))
    self.store = store
  }

  /// Tells that the server refuses the session, `true` when only softly, and completes; also to who
  /// listens afterwards, and from any thread.
  package var refusals: Signal<Bool, Never> { refusal.signal }

  /// The token to use now.
  ///
  /// Fails with `.cancelled` after the session ended.
  package func token(
    for operation: RequestError.Operation
  ) async throws(RequestError) -> Secret<String> {
    let (token, isEnded) = state.withLock { ($0.tokens.access, $0.isEnded) }
    guard !isEnded else { throw RequestError(operation: operation, reason: .cancelled) }
    return token
  }

  /// A token to use instead of one that the server refused.
  ///
  /// Fails with the refusal when there is no way to a new token (the session has ended then), and
  /// with the failure of the refresh when that may succeed later.
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

  /// Ends the session because the server refuses a token that is the newest there is.
  package func report(_ error: RequestError, refusing token: Secret<String>) {
    guard case .signedOut(let isSoft) = error.reason else { return }
    end(isSoft: isSoft, refusing: token)
  }

  /// No token is given out from here on, and nothing is stored; gives the last pair.
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
      guard let token = state.withLock({ $0.tokens.refresh }) else { throw error }
      pair = try await freshPair(token, after: error)
    }
    guard let pair else { throw error }
    // Stored before its first use: the server forgets the old pair when the new one is used.
    try await save(pair)
    adopt(pair)
    return pair
  }

  private func freshPair(
    _ token: Secret<String>, after error: RequestError
  ) async throws(RequestError) -> SessionTokens {
    var pair: SessionTokens
    do {
      pair = try await store.refresh(token)
    } catch {
      // 401 and 403 say that the refresh token is dead; its answer tells whether softly.
      guard error.status == 401 || error.status == 403 else { throw error }
      var isSoft = false
      if case .signedOut(let soft) = error.reason { isSoft = soft }
      var end = error
      end.reason = .signedOut(isSoft: isSoft)
      throw end
    }
    pair.refresh = pair.refresh ?? token
    state.withLock { $0.unsaved = pair }
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
