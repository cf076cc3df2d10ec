import MatrixWire

/// The state and services that the account endpoints share.
struct AccountServices: Sendable {
  let store: Store
  let listener: any ProfileListener
  let configuration: HomeserverConfiguration
  let hasher: PasswordHasher
  let limits: AccountLimits
  /// Authentication sessions of signed-in users, and of people who want an account: anybody can
  /// begin the latter, which must not displace the former.
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
    limits = AccountLimits(configuration)
    confirmations = InteractiveAuthentication(clock: configuration.clock)
    registrations = InteractiveAuthentication(clock: configuration.clock)
  }

  var now: Int64 { configuration.clock.now() }

  /// The stored hash that a password matches; nil if the password is wrong.
  ///
  /// An unknown user takes as long as a known one.
  ///
  /// - Parameter user: Nil for a name that no user of this server can have.
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func matchingHash(
    _ password: String, of user: UserID?, for request: Request
  ) async throws -> String? {
    let asker = await request.machineUser()
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
  /// - Throws: `M_INVALID_PARAM` if it is too long or empty.
  func hash(newPassword password: String, for asker: Asker) async throws -> String {
    try Self.check(newPassword: password)
    return try await hasher.hash(password, for: asker)
  }

  static func check(newPassword password: String) throws {
    guard (1...Users.longestPassword).contains(password.utf8.count) else {
      throw MatrixError.invalid("a password has 1 to \(Users.longestPassword) bytes")
    }
  }

  /// Runs an action once a signed-in user has entered their password again.
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
      // Another user's name is refused like a wrong password.
      return try await hasher.verify(
        password, against: meant == user ? hash : nil, for: await request.machineUser(),
        check: { try failures.check(user) }, fail: { failures.spend(user) })
    }
    return try await confirmations.run(
      auth, for: "\(user.rawValue) \(purpose)", stage, then: action)
  }
}
