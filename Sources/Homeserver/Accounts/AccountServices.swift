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

  /// The hash that a password of a stranger was found to match; nil when it is the wrong one.
  ///
  /// A user who is not there takes as long as one who is.
  ///
  /// - Parameters:
  ///   - user: Nil for what cannot be a user of this server.
  ///   - device: The device that was named, which need not be there.
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func matchingHash(
    _ password: String, of user: UserID?, device: DeviceID?, from address: String
  ) async throws -> String? {
    let network = ClientNetwork(address)
    try limits.check(network)
    let (hash, asker) = try await store.read { database in
      guard let user else { return (nil as String?, nil as PasswordAsker?) }
      let named = device.map { Requester(user: user, device: $0) }
      let isKnown = try named.map { try Devices.find($0, in: database) != nil } ?? false
      return (
        try Users.password(of: user, in: database),
        isKnown ? named.map(PasswordAsker.device) : .stranger(user)
      )
    }
    let isMatch = try await verify(password, against: hash, by: asker, from: network)
    if !isMatch { limits.noteFailure(from: network) }
    return isMatch ? hash : nil
  }

  private func verify(
    _ password: String, against hash: String?, by asker: PasswordAsker?,
    from network: ClientNetwork
  ) async throws -> Bool {
    guard let asker else { return try await hasher.verify(password, against: hash, in: .nobody) }
    guard case .stranger(let user) = asker else {
      return try await verify(password, against: hash, by: asker)
    }
    let strangers = limits.strangers
    let line = hash == nil ? PasswordHasher.Line.nobody : .asker(asker)
    do {
      return try await hasher.verify(
        password, against: hash, in: line,
        check: { if !strangers.isFree(user) { throw NoTryLeft() } },
        fail: { strangers.spend(user) })
    } catch is NoTryLeft {
      try await strangers.take(user, from: network)
    }
    var isMatch = false
    defer { if isMatch { strangers.giveBack(user) } }
    isMatch = try await hasher.verify(password, against: hash, in: line)
    return isMatch
  }

  /// Others have used up the tries.
  private struct NoTryLeft: Error {}

  private func verify(
    _ password: String, against hash: String?, by asker: PasswordAsker
  ) async throws -> Bool {
    let failures = limits.failures
    // Asked and counted while nobody else of the line tries: many at once have no more tries.
    return try await hasher.verify(
      password, against: hash, in: hash == nil ? .nobody : .asker(asker),
      check: { try failures.check(asker) }, fail: { failures.spend(asker) })
  }

  /// The hash of a new password.
  ///
  /// - Throws: `M_INVALID_PARAM` when it is too long or empty.
  func hash(newPassword password: String) async throws -> String {
    try Self.check(newPassword: password)
    return try await hasher.hash(password)
  }

  static func check(newPassword password: String) throws {
    guard (1...Users.longestPassword).contains(password.utf8.count) else {
      throw MatrixError.invalid("a password has 1 to \(Users.longestPassword) bytes")
    }
  }

  /// Acts if somebody who is signed in shows their password once more.
  func confirm(
    _ requester: Requester, _ auth: RawAuthentication?, for purpose: String,
    then action: () async throws -> Answer
  ) async throws -> Answer {
    let user = requester.user
    let stage = InteractiveAuthentication.Stage(type: SignInEndpoints.password) { auth in
      guard let password = auth.password else { throw MatrixError.missing("auth.password") }
      let name = auth.identifier?.user ?? auth.user ?? user.rawValue
      let meant = Users.meant(by: name, server: configuration.serverName)
      let hash = try await store.read { try Users.password(of: user, in: $0) }
      // Whoever is not the one who asks is refused like a wrong password.
      return try await verify(password, against: meant == user ? hash : nil, by: .member(user))
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
