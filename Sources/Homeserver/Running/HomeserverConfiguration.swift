/// The settings that the parts of a homeserver share.
struct HomeserverConfiguration: Sendable {
  /// Who may register an account.
  enum Registration: Sendable, Hashable {
    case open
    /// Users who know the token.
    ///
    /// Source: Matrix client-server API, "Token-authenticated registration".
    case token(String)
    case closed
  }

  /// The part of ids after the colon.
  var serverName = "localhost"
  var address = "127.0.0.1"
  /// 0 lets the system choose.
  var port = 8008
  var dataDirectory: String
  var registration = Registration.closed
  /// Whether new rooms have version 12 instead of 11: ids without a server, and creators above all
  /// power levels.
  var mintsVersion12 = false
  var limitsRates = true
  /// The maximum size of an upload, in bytes.
  var uploadLimit = 50 << 20
  /// The maximum size of all content of a user, in bytes.
  var mediaLimit = 20 << 30
  /// The maximum size of all content of all users, in bytes.
  var mediaTotal = 100 << 30
  /// The bytes that uploads leave free on the disk: messages go on when pictures cannot.
  var diskFloor = 32 << 20
  var responses = ResponseLimits()
  /// The memory of all responses.
  var memory = ResponseMemory()
  /// The memory of all request bodies.
  var bodyMemory = ResponseMemory(.bodies)
  var clock = WallClock.system
}

extension RateLimiter {
  /// A limiter that the configuration may turn off.
  convenience init(burst: Int, interval: Int, _ configuration: HomeserverConfiguration) {
    self.init(
      burst: burst, interval: interval, clock: configuration.clock,
      isEnabled: configuration.limitsRates)
  }
}
