/// How often what concerns accounts may be tried.
///
/// What counts is what fails: nobody can use up the tries of those who know the right password or
/// the registration token.
struct AccountLimits: Sendable {
  private struct Try: Hashable {
    let asker: PasswordAsker
    let user: UserID
  }

  /// Wrong passwords of one asker for one user: five at once, then one in 4 seconds, some 21,600 in a
  /// day.
  private let failures: RateLimiter<Try>
  /// Wrong passwords from one network: 30 at once, then one in 2 seconds; none is counted from this
  /// machine, where all share one address.
  private let failuresOfNetwork: RateLimiter<ClientNetwork>
  /// Wrong passwords of who is signed in and shows it once more: five at once, then one in 20 seconds,
  /// some 4,300 in a day.
  let confirmations: RateLimiter<UserID>
  /// New accounts from one network: 50 at once, then one in 2 seconds.
  let registrations: RateLimiter<ClientNetwork>
  /// Wrong registration tokens, and names that are taken, asked for from one network: 20 at once,
  /// then one in a second.
  let guesses: RateLimiter<ClientNetwork>
  /// Changes of one user's profile, each of which may concern many rooms: 20 at once, then one in
  /// 2 seconds.
  let profileChanges: RateLimiter<UserID>

  init(_ configuration: HomeserverConfiguration) {
    func limiter<Key>(burst: Int, interval: Int) -> RateLimiter<Key> {
      RateLimiter(
        .init(burst: burst, interval: interval), clock: configuration.clock,
        isEnabled: configuration.limitsRates)
    }
    failures = limiter(burst: 5, interval: 4000)
    failuresOfNetwork = limiter(burst: 30, interval: 2000)
    confirmations = limiter(burst: 5, interval: 20_000)
    registrations = limiter(burst: 50, interval: 2000)
    guesses = limiter(burst: 20, interval: 1000)
    profileChanges = limiter(burst: 20, interval: 2000)
  }

  /// Looks whether somebody may try another password.
  ///
  /// - Parameter user: Nil for what cannot be a user of this server.
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func check(_ asker: PasswordAsker, _ user: UserID?) throws {
    if !asker.network.isThisMachine { try failuresOfNetwork.check(asker.network) }
    if let user { try failures.check(Try(asker: asker, user: user)) }
  }

  /// Counts a wrong password.
  func noteFailure(_ asker: PasswordAsker, _ user: UserID?) {
    if !asker.network.isThisMachine { failuresOfNetwork.spend(asker.network) }
    if let user { failures.spend(Try(asker: asker, user: user)) }
  }
}
