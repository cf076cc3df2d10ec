/// The users of this server, their devices and their profiles.
final class Accounts: Authenticator, Sendable {
  /// The interval at which the use of a device is noted, in milliseconds.
  private static let seenInterval: Int64 = 600_000
  /// No token of this server is longer.
  private static let longestToken = 256

  private let services: AccountServices

  /// - Parameter profileListener: Updates rooms, within the same write.
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

  /// The user and device of a valid access token.
  ///
  /// - Throws: `M_UNKNOWN_TOKEN`, with `soft_logout` if the token has expired.
  func requester(token: String) async throws -> Requester {
    guard token.utf8.count <= Self.longestToken else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    let hash = TokenHash(of: token)
    let now = services.now
    guard let found = try await services.store.read({ try Tokens.access(hash, in: $0) }) else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    if let expires = found.expires, expires <= now {
      throw MatrixError.unknownToken(isSoft: true)
    }
    if found.isNew {
      let isThere = try await services.store.write { context in
        try Tokens.noteUse(hash, now: now, in: context)
      }
      guard isThere else { throw MatrixError.unknownToken(isSoft: false) }
    }
    if now - found.seen >= Self.seenInterval {
      // Only the list of devices shows it, so a full disk must not fail every request.
      try? await services.store.write { try Devices.note(seen: now, found.requester, in: $0) }
    }
    return found.requester
  }
}
