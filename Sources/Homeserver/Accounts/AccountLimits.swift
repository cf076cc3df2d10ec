/// The rate limits of account operations.
///
/// Only failures count for passwords and tokens, so nobody can use up the attempts of people who
/// know them.
struct AccountLimits: Sendable {
  private struct Try: Hashable {
    let asker: PasswordAsker
    let user: UserID
  }

  /// Wrong passwords of one origin for one user: five at once, then one in 4 seconds, about 21,600 a
  /// day.
  private let failures: RateLimiter<Try>
  /// Wrong passwords from one network: 30 at once, then one in 2 seconds.
  ///
  /// This machine is exempt because its users share one address.
  private let failuresOfNetwork: RateLimiter<ClientNetwork>
  /// Wrong passwords of a signed-in user who must enter it again: five at once, then one in 20
  /// seconds, about 4,300 a day.
  let confirmations: RateLimiter<UserID>
  /// New accounts from one network: 50 at once, then one in 2 seconds.
  let registrations: RateLimiter<ClientNetwork>
  /// Wrong registration tokens and checks of taken names, from one network: 20 at once, then one a
  /// second.
  let guesses: RateLimiter<ClientNetwork>
  /// Changes of one user's profile, each of which may update many rooms: 20 at once, then one in 2
  /// seconds.
  let profileChanges: RateLimiter<UserID>

  init(_ configuration: HomeserverConfiguration) {
    failures = RateLimiter(burst: 5, interval: 4000, configuration)
    failuresOfNetwork = RateLimiter(burst: 30, interval: 2000, configuration)
    confirmations = RateLimiter(burst: 5, interval: 20_000, configuration)
    registrations = RateLimiter(burst: 50, interval: 2000, configuration)
    guesses = RateLimiter(burst: 20, interval: 1000, configuration)
    profileChanges = RateLimiter(burst: 20, interval: 2000, configuration)
  }

  /// Checks whether an origin may attempt another password.
  ///
  /// - Parameter user: Nil for a name that no user of this server can have.
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
