/// The rate limits of account operations.
///
/// Only failures count for passwords and tokens, so nobody can use up the attempts of people who
/// know them.
struct AccountLimits: Sendable {
  private struct Try: Hashable {
    let asker: Asker
    let user: UserID
  }

  /// Wrong passwords of one origin for one user: five at once, then one in 4 seconds, about 21,600 a
  /// day.
  private let failures: RateLimiter<Try>
  /// Wrong passwords of a signed-in user who must enter it again: five at once, then one in 20
  /// seconds, about 4,300 a day.
  let confirmations: RateLimiter<UserID>
  /// New accounts of one origin: 50 at once, then one in 2 seconds.
  let registrations: RateLimiter<Asker>
  /// Wrong registration tokens and checks of taken names, of one origin: 20 at once, then one a
  /// second.
  let guesses: RateLimiter<Asker>
  /// Changes of one user's profile, each of which may update many rooms: 20 at once, then one in 2
  /// seconds.
  let profileChanges: RateLimiter<UserID>

  init(_ configuration: HomeserverConfiguration) {
    failures = RateLimiter(burst: 5, interval: 4000, configuration)
    confirmations = RateLimiter(burst: 5, interval: 20_000, configuration)
    registrations = RateLimiter(burst: 50, interval: 2000, configuration)
    guesses = RateLimiter(burst: 20, interval: 1000, configuration)
    profileChanges = RateLimiter(burst: 20, interval: 2000, configuration)
  }

  /// Checks whether an origin may attempt another password.
  ///
  /// - Parameter user: Nil for a name that no user of this server can have.
  /// - Throws: `M_LIMIT_EXCEEDED`.
  func check(_ asker: Asker, _ user: UserID?) throws {
    if let user { try failures.check(Try(asker: asker, user: user)) }
  }

  /// Counts a wrong password.
  func noteFailure(_ asker: Asker, _ user: UserID?) {
    if let user { failures.spend(Try(asker: asker, user: user)) }
  }
}
