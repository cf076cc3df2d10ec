/// How often what concerns accounts may be tried.
///
/// What counts is what fails: nobody can use up the tries of those who know the right password or
/// the registration token.
struct AccountLimits: Sendable {
  /// Wrong passwords of who has shown something of the user: five at once, then one in 20 seconds,
  /// some 4,300 in a day.
  let failures: RateLimiter<PasswordAsker>
  /// Wrong passwords of strangers for one user: five at once, then one in 4 seconds, some 21,600 in a
  /// day, for which they take turns.
  let strangers: PasswordTurns
  /// Wrong passwords from one network: 30 at once, then one in 2 seconds; none is counted from this
  /// machine, where all share one address.
  private let failuresOfNetwork: RateLimiter<ClientNetwork>
  /// New accounts from one network: 50 at once, then one in 2 seconds.
  let registrations: RateLimiter<ClientNetwork>
  /// Wrong registration tokens, and names that are taken, asked for from one network: 20 at once,
  /// then one in a second.
  let guesses: RateLimiter<ClientNetwork>
  /// Changes of one user's profile, each of which may concern many rooms: 20 at once, then one in
  /// 2 seconds.
  let profileChanges: RateLimiter<UserID>

  init(_ configuration: HomeserverConfiguration) {
    let clock = configuration.clock
    let isEnabled = configuration.limitsRates
    failures = RateLimiter(.init(burst: 5, interval: 20_000), clock: clock, isEnabled: isEnabled)
    strangers = PasswordTurns(
      RateLimiter(.init(burst: 5, interval: 4000), clock: clock, isEnabled: isEnabled),
      patience: configuration.patienceForPasswords)
    failuresOfNetwork = RateLimiter(
      .init(burst: 30, interval: 2000), clock: clock, isEnabled: isEnabled)
    registrations = RateLimiter(
      .init(burst: 50, interval: 2000), clock: clock, isEnabled: isEnabled)
    guesses = RateLimiter(.init(burst: 20, interval: 1000), clock: clock, isEnabled: isEnabled)
    profileChanges = RateLimiter(
      .init(burst: 20, interval: 2000), clock: clock, isEnabled: isEnabled)
  }

  /// Asks whether a network may try another password.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func check(_ network: ClientNetwork) throws {
    if !network.isThisMachine { try failuresOfNetwork.check(network) }
  }

  /// Counts a wrong password of a network.
  func noteFailure(from network: ClientNetwork) {
    if !network.isThisMachine { failuresOfNetwork.spend(network) }
  }
}
