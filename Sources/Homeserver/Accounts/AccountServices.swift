import MatrixWire

/// What the endpoints of accounts share.
struct AccountServices: Sendable {
  let store: Store
  let listener: any ProfileListener
  let configuration: HomeserverConfiguration
  let hasher: PasswordHasher
  let cache: TokenCache
  let limits: AccountLimits
  /// Proofs of people who are signed in, and of those who want an account: the latter are anybody,
  /// and must not be able to push out the former.
  let confirmations: InteractiveAuthentication
  let registrations: InteractiveAuthentication

  init(
    store: Store, listener: any ProfileListener, configuration: HomeserverConfiguration,
    hasher: PasswordHasher
  ) {
    self.store = store
    self.listener = listener
    self.configuration = configuration
    self.hasher = hasher
    cache = TokenCache()
    limits = AccountLimits(configuration)
    confirmations = InteractiveAuthentication(clock: configuration.clock)
    registrations = InteractiveAuthentication(clock: configuration.clock)
  }

  var now: Int64 { configuration.clock.now() }

  /// The hash that a password matches; nil when it is the wrong one.
  ///
  /// A user who is not there takes as long as one who is.
  ///
  /// - Parameter user: Nil for what cannot be a user of this server.
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func matchingHash(
    _ password: String, of user: UserID?, for request: Request
  ) async throws -> String? {
    let asker = await request.passwordAsker
    let hash = try await store.read { database in
      try user.flatMap { try Users.password(of: $0, in: database) }
    }
    let isMatch = try await hasher.verify(
      password, against: hash, for: asker,
      check: { [limits] in try limits.check(asker, user) },
      fail: { [limits] in limits.noteFailure(asker, user) })
    return isMatch ? hash : nil
  }

  /// The hash of a new password.
  ///
  /// - Throws: `M_INVALID_PARAM` when it is too long or empty.
  func hash(
    newPassword password: String, for asker: PasswordAsker = .unknown
  ) async throws -> String {
    try Self.check(newPassword: password)
    return try await hasher.hash(password, for: asker)
  }

  static func check(newPassword password: String) throws {
    guard (1...Users.longestPassword).contains(password.utf8.count) else {
      throw MatrixError.invalid("a password has 1 to \(Users.longestPassword) bytes")
    }
  }

  /// Acts if somebody who is signed in shows their password once more.
  func confirm(
    _ requester: Requester, _ auth: RawAuthentication?, for purpose: String, _ request: Request,
    then action: () async throws -> Response
  ) async throws -> Response {
    let user = requester.user
    let failures = limits.confirmations
    let stage = InteractiveAuthentication.Stage(type: SignInEndpoints.password) { auth in
      guard let password = auth.password else { throw MatrixError.missing("auth.password") }
      let name = auth.identifier?.user ?? auth.user ?? user.rawValue
      let meant = Users.meant(by: name, server: configuration.serverName)
      let hash = try await store.read { try Users.password(of: user, in: $0) }
      // Whoever is not the one who asks is refused like a wrong password.
      return try await hasher.verify(
        password, against: meant == user ? hash : nil, for: await request.passwordAsker,
        check: { try failures.check(user) }, fail: { failures.spend(user) })
    }
    return try await confirmations.run(
      auth, for: "\(user.rawValue) \(purpose)", stage, then: action)
  }

  /// Runs a write that may end devices of a user; their tokens are refused from then on.
  func endingDevices<Value: Sendable>(
    of user: UserID, _ body: @escaping @Sendable (WriteContext) throws -> Value
  ) async throws -> Value {
    let value = try await store.write(body)
    cache.forget(user)
    return value
  }
}
