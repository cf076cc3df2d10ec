import Controllers
import MatrixWire
import ModelKit
import Models
import Signals

/// Signs in by a password or another proof, and signs out; keeps no state.
///
/// Source: Matrix client-server API, "Login", "Refresh tokens", "Soft logout".
struct SignInRequest: Sendable {
  let folders: AccountFolders
  let discovery: ServerDiscovery
  /// Says which server is this machine's own.
  let localServer: (any LocalServerHost)?

  /// Requests a session from the server.
  ///
  /// An account that is here already keeps its device; an OAuth server was asked for it before.
  func run(_ credentials: Credentials) async throws(RequestError) -> StoredSession {
    let address = try await address(of: credentials)
    switch credentials.proof {
    case .password(let user, let password):
      let user = user.trimmed
      return try await signIn(
        [
          "type": "m.login.password",
          "identifier": .object(["type": "m.id.user", "user": .string(user)]),
          "password": .string(password.reveal()),
        ], device: oldDevice(of: user, on: address), address, for: .signIn)
    case .loginToken(let token):
      return try await signIn(
        ["type": "m.login.token", "token": .string(token.reveal())],
        device: oldDevice(on: address), address, for: .browserSignIn)
    case .accessToken(let token):
      var session = try await session(of: SessionTokens(access: token, refresh: nil), on: address)
      // Nothing in a token says who gave it.
      session.isManagedInBrowser = await hasAccountPage(address)
      return session
    case .oauth(let grant):
      return try await session(
        of: SessionTokens(access: grant.access, refresh: grant.refresh, client: grant.client),
        on: address)
    }
  }

  private func address(of credentials: Credentials) async throws(RequestError) -> ServerAddress {
    var place = credentials.server.trimmed
    if case .password(let user, _) = credentials.proof {
      guard !user.trimmed.isEmpty else {
        throw RequestError(operation: .signIn, reason: .invalidInput(user))
      }
      if place.isEmpty { place = user.trimmed }
    }
    return try await discovery.sender(of: place, for: .signIn).server
  }

  private func signIn(
    _ proof: JSONObject, device: String?, _ address: ServerAddress,
    for operation: RequestError.Operation
  ) async throws(RequestError) -> StoredSession {
    var body = proof
    body["initial_device_display_name"] = "chat-tui"
    body["refresh_token"] = true
    body["device_id"] = device.map { .string($0) }
    let response = try await sender(address).send(
      Endpoint<RawLoginResponse>(
        operation, .post, path: .client("login"), body: .object(body), waitsWhenLimited: false),
      token: nil)
    return try session(
      response.userID, response.deviceID, on: address,
      SessionTokens(access: response.accessToken, refresh: response.refreshToken, for: .signIn))
  }

  /// The session that tokens belong to.
  private func session(
    of tokens: SessionTokens, on address: ServerAddress
  ) async throws(RequestError) -> StoredSession {
    let response = try await sender(address).send(
      Endpoint<RawWhoAmI>(
        .signIn, path: .client("account", "whoami"), waitsWhenLimited: false),
      token: tokens.access)
    return try session(response.userID, response.deviceID ?? "", on: address, tokens)
  }

  /// Whether the server names a web page where accounts are managed; false also when it cannot be asked.
  private func hasAccountPage(_ address: ServerAddress) async -> Bool {
    (try? await sender(address).send(.oauthMetadata(.signIn), token: nil))?.accountPage != nil
  }

  private func session(
    _ user: String, _ device: String, on address: ServerAddress, _ tokens: SessionTokens
  ) throws(RequestError) -> StoredSession {
    func malformed(_ path: String) -> RequestError {
      RequestError(operation: .signIn, reason: .malformedResponse(path: path))
    }
    guard let userID = UserID(user) else { throw malformed("$.user_id") }
    // Tokens of an application service belong to no device.
    guard !device.isEmpty else { throw malformed("$.device_id") }
    return StoredSession(
      server: address, userID: userID, deviceID: device, isLocal: isLocal(address), tokens: tokens)
  }

  /// Removes a new device that nobody will use from the server.
  func discard(_ session: StoredSession, after credentials: Credentials) async {
    // Another program may use the session of a token that the user had already.
    if case .accessToken = credentials.proof { return }
    guard let tokens = session.tokens else { return }
    try? await end(tokens, on: session.server)
  }

  /// Tells the server that a session is over.
  ///
  /// An unknown token counts as success.
  func end(_ tokens: SessionTokens, on address: ServerAddress) async throws(RequestError) {
    if let client = tokens.client,
      try await OAuthRequests(transport: discovery.transport).revoke(tokens, of: client)
    {
      return
    }
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

  /// The device that an account has here, when the same user signs in on the same server: the server gives it
  /// new tokens in place of the old ones, and no device without a user stays behind.
  ///
  /// - Parameter user: Nil when only the server knows who signs in; then only a device whose session the server
  ///   ended softly is meant. Two people may use the same device ID.
  func oldDevice(of user: String? = nil, on address: ServerAddress) -> String? {
    for listed in (try? folders.listed()) ?? [] {
      guard let account = AccountFolders.account(named: listed.name),
        account.server == (isLocal(address) ? nil : address.description),
        user == nil || account.userID.rawValue == user || account.userID.localpart == user ?? "",
        let directory = try? folders.folder(of: account),
        let stored = try? StoredSession.load(from: directory), stored.id == account,
        stored.tokens == nil || user != nil
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
