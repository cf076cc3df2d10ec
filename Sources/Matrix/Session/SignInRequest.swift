import Controllers
import MatrixWire
import ModelKit
import Models
import Signals

/// Signs in by password and signs out; keeps no state.
///
/// Source: Matrix client-server API, "Login", "Refresh tokens", "Soft logout".
struct SignInRequest: Sendable {
  let folders: AccountFolders
  let discovery: ServerDiscovery
  /// Says which server is this machine's own.
  let localServer: (any LocalServerHost)?

  /// Requests a session from the server.
  ///
  /// A soft-logged-out account gets its old device.
  func run(_ credentials: Credentials) async throws(RequestError) -> StoredSession {
    let user = credentials.user.trimmed
    let server = credentials.server.trimmed
    guard !user.isEmpty else {
      throw RequestError(operation: .signIn, reason: .invalidInput(user))
    }
    var address: ServerAddress
    do {
      address = try await discovery.locate(server.isEmpty ? user : server).address
    } catch {
      var error = error
      error.operation = .signIn
      throw error
    }
    let device = oldDevice(of: user, on: address)
    let response = try await sender(address).send(
      endpoint(user: user, password: credentials.password, device: device), token: nil)
    return try session(response, on: address)
  }

  /// Tells the server that a session is over.
  ///
  /// An unknown token counts as success.
  func end(_ tokens: SessionTokens, on address: ServerAddress) async throws(RequestError) {
    let sender = sender(address)
    do {
      try await sender.send(Self.logout, token: tokens.access)
    } catch {
      guard error.isUnknownToken else { throw error }
      guard let refresh = tokens.refresh else { return }
      try await endRefreshed(refresh, through: sender)
    }
  }

  private func endRefreshed(
    _ refresh: Secret<String>, through sender: RequestSender
  ) async throws(RequestError) {
    do {
      let pair = try await sender.refresh(refresh)
      try await sender.send(Self.logout, token: pair.access)
    } catch {
      guard error.status == 401 || error.status == 403 else {
        var error = error
        error.operation = .signOut
        throw error
      }
    }
  }

  private static var logout: Endpoint<Void> {
    Endpoint(
      .signOut, .post, path: .client("logout"), isIdempotent: true, waitsWhenLimited: false,
      timeout: .seconds(10))
  }

  private func endpoint(
    user: String, password: Secret<String>, device: String?
  ) -> Endpoint<RawLoginResponse> {
    var body: JSONObject = [
      "type": .string("m.login.password"),
      "identifier": .object(["type": .string("m.id.user"), "user": .string(user)]),
      "password": .string(password.reveal()),
      "initial_device_display_name": .string("chat-tui"),
      "refresh_token": true,
    ]
    body["device_id"] = device.map { .string($0) }
    return Endpoint(
      .signIn, .post, path: .client("login"), body: .object(body), waitsWhenLimited: false)
  }

  private func session(
    _ response: RawLoginResponse, on address: ServerAddress
  ) throws(RequestError) -> StoredSession {
    guard let userID = UserID(response.userID) else {
      throw RequestError(operation: .signIn, reason: .malformedResponse(path: "$.user_id"))
    }
    let tokens = try SessionTokens(
      access: response.accessToken, refresh: response.refreshToken, for: .signIn)
    return StoredSession(
      server: address, userID: userID, deviceID: response.deviceID, isLocal: isLocal(address),
      tokens: tokens)
  }

  /// The device of an account whose session the server ended softly, when the same user signs in on the same
  /// server.
  private func oldDevice(of user: String, on address: ServerAddress) -> String? {
    for listed in (try? folders.listed()) ?? [] {
      guard let account = AccountFolders.account(named: listed.name),
        account.server == (isLocal(address) ? nil : address.description),
        account.userID.rawValue == user || account.userID.localpart == user,
        let directory = try? folders.folder(of: account),
        let stored = try? StoredSession.load(from: directory), stored.id == account,
        stored.tokens == nil
      else { continue }
      return stored.deviceID
    }
    return nil
  }

  /// Whether this machine's server currently has the given address.
  private func isLocal(_ address: ServerAddress) -> Bool {
    address.origin.isLoopback && localServer?.running()?.address == address
  }

  private func sender(_ address: ServerAddress) -> RequestSender {
    RequestSender(
      server: address, transport: discovery.transport, scheduler: discovery.scheduler)
  }
}
