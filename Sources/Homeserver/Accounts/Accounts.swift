/// The people of this server, where they are signed in, and what they show of themselves.
final class Accounts: Authenticator, Sendable {
  /// How often a device is noted as in use, in milliseconds.
  private static let seenInterval: Int64 = 600_000
  /// Longer texts are no tokens of this server.
  private static let longestToken = 256

  private let services: AccountServices

  /// - Parameter profileListener: Is told, within the same write, what concerns rooms.
  init(
    store: Store, profileListener: any ProfileListener, configuration: HomeserverConfiguration,
    hasher: PasswordHasher = PasswordHasher()
  ) {
    services = AccountServices(
      store: store, listener: profileListener, configuration: configuration, hasher: hasher)
  }

  var routes: [Route] {
    ServerEndpoints(services: services).routes + SignInEndpoints(services: services).routes
      + RegistrationEndpoints(services: services).routes
      + AccountEndpoints(services: services).routes + DeviceEndpoints(services: services).routes
      + ProfileEndpoints(services: services).routes + UserDirectory(store: services.store).routes
      + KeyEndpoints().routes
  }

  /// Makes an account without signing anybody in.
  ///
  /// - Parameter password: Nil: nobody can sign in.
  /// - Throws: `M_INVALID_USERNAME`, `M_USER_IN_USE`, `M_INVALID_PARAM` for a bad password.
  func createUser(localpart: String, password: String?) async throws -> UserID {
    let user = try Users.id(localpart: localpart, server: services.configuration.serverName)
    var hash: String?
    if let password { hash = try await services.hash(newPassword: password) }
    let now = services.now
    try await services.store.write { [hash] context in
      try Users.add(user, password: hash, now: now, in: context)
    }
    return user
  }

  /// The user and device of an access token that is good now.
  ///
  /// - Throws: `M_UNKNOWN_TOKEN`; with `soft_logout` when the token has expired.
  func requester(token: String) async throws -> Requester {
    guard token.utf8.count <= Self.longestToken else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    let hash = TokenHash(of: token)
    let now = services.now
    if let entry = services.cache.entry(hash) {
      try check(entry.expires, now)
      await noteSeen(entry.requester, hash, now)
      return entry.requester
    }
    let ticket = services.cache.ticket
    guard let found = try await services.store.read({ try Tokens.access(hash, in: $0) }) else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    try check(found.expires, now)
    if found.isNew {
      let isThere = try await services.store.write { context in
        try Tokens.noteUse(hash, now: now, in: context)
      }
      guard isThere else { throw MatrixError.unknownToken(isSoft: false) }
    }
    let entry = TokenCache.Entry(
      requester: found.requester, expires: found.expires, seen: found.seen)
    services.cache.insert(entry, for: hash, ticket)
    await noteSeen(found.requester, hash, now)
    return found.requester
  }

  private func check(_ expires: Int64?, _ now: Int64) throws {
    if let expires, expires <= now { throw MatrixError.unknownToken(isSoft: true) }
  }

  private func noteSeen(_ requester: Requester, _ hash: TokenHash, _ now: Int64) async {
    guard services.cache.note(seen: now, hash, interval: Self.seenInterval) else { return }
    // Only a list of devices shows it: a disk that is full must not end all requests.
    try? await services.store.write { try Devices.note(seen: now, requester, in: $0) }
  }
}
