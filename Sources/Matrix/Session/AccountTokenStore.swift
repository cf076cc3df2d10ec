import Controllers
import MatrixWire
import ModelKit
import Signals

/// The tokens of an account in its vault, shared with other processes of the program.
struct AccountTokenStore: TokenStore {
  static let lockName = "refresh.lock"
  static let patience = Duration.seconds(40)

  let directory: AccountDirectory
  /// Tokens of another device are rejected: that device could resend what this one has sent.
  let deviceID: String
  let place: MovingAddress
  let transport: any HTTPTransport
  let scheduler: any Scheduler

  func load() async throws(RequestError) -> SessionTokens? {
    do {
      return try stored()?.tokens
    } catch {
      throw error.requestError(.restore)
    }
  }

  func save(_ tokens: SessionTokens) async throws(RequestError) {
    do {
      // Absent when another process has signed out; that must not be undone.
      guard var stored = try stored() else { return }
      stored.tokens = tokens
      try stored.save(to: directory)
    } catch {
      throw error.requestError(.restore)
    }
  }

  private func stored() throws(StorageError) -> StoredSession? {
    let stored = try StoredSession.load(from: directory)
    return stored?.deviceID == deviceID ? stored : nil
  }

  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens {
    if let client = try await load()?.client {
      return try await OAuthRequests(transport: transport).refresh(token, of: client)
    }
    let sender = RequestSender(
      server: place.address, transport: transport, scheduler: scheduler)
    return try await sender.refresh(token)
  }

  func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    do {
      return try await directory.withLock(Self.lockName, patience: Self.patience, body)
    } catch let error as StorageError {
      throw error.requestError(.restore)
    } catch let error as RequestError {
      throw error
    } catch {
      throw RequestError(operation: .restore, reason: .cancelled)
    }
  }
}

extension RequestSender {
  /// Requests a new pair of tokens.
  ///
  /// The old refresh token may be dead afterwards.
  func refresh(_ token: Secret<String>) async throws(RequestError) -> SessionTokens {
    let endpoint = Endpoint(
      .restore, .post, path: .client("refresh"),
      body: .object(["refresh_token": .string(token.reveal())]), isIdempotent: true,
      waitsWhenLimited: false, response: RawRefreshResponse.self)
    let response = try await send(endpoint, token: nil)
    return try SessionTokens(
      access: response.accessToken, refresh: response.refreshToken, for: .restore)
  }
}
