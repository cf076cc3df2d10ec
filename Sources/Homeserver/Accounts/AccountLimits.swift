/// How often what concerns accounts may be tried.
struct AccountLimits: Sendable {
  /// Wrong passwords for one user.
  let failuresOfUser: RateLimiter<UserID>
  /// Wrong passwords from one address; none is counted where only this machine reaches the server,
  /// because there one person would keep all others from signing in.
  let failuresOfAddress: RateLimiter<String>
  /// New accounts from one address.
  let registrations: RateLimiter<String>
  /// Questions from one address whether a registration token or a name is good.
  let questions: RateLimiter<String>

  init(_ configuration: HomeserverConfiguration) {
    let clock = configuration.clock
    let isEnabled = configuration.limitsRates
    failuresOfUser = RateLimiter(
      .init(burst: 5, interval: 20_000), clock: clock, isEnabled: isEnabled)
    failuresOfAddress = RateLimiter(
      .init(burst: 30, interval: 2000), clock: clock,
      isEnabled: isEnabled && !HomeserverOptions.isLoopback(configuration.address))
    registrations = RateLimiter(
      .init(burst: 20, interval: 5000), clock: clock, isEnabled: isEnabled)
    questions = RateLimiter(
      .init(burst: 20, interval: 1000), clock: clock, isEnabled: isEnabled)
  }
}
