/// What the parts of a homeserver know of it.
struct HomeserverConfiguration: Sendable {
  /// Who may make an account.
  enum Registration: Sendable, Hashable {
    case open
    /// Who knows the token. Source: Matrix client-server API, "Token-authenticated registration".
    case token(String)
    case closed
  }

  /// What stands behind the colon of ids.
  var serverName = "localhost"
  var address = "127.0.0.1"
  /// 0 lets the system choose.
  var port = 8008
  var dataDirectory: String
  var registration = Registration.closed
  /// The exact origins of the web clients that may use the server.
  var allowedOrigins: Set<String> = []
  /// Room version 12 instead of 11: ids without a server, creators above all power levels.
  var mintsVersion12 = false
  var limitsRates = true
  /// Of an upload, in bytes.
  var uploadLimit = 50 << 20
  /// Of all that one user stores, in bytes.
  var mediaLimit = 20 << 30
  /// Of all that all users store, in bytes.
  var mediaTotal = 100 << 30
  /// What uploads leave free on the disk, in bytes: messages go on when pictures do not.
  var diskFloor = 32 << 20
  /// Whether media can be had without a token at the addresses of old clients; never so unless the
  /// server listens on a loopback address.
  var servesOldMediaLinks = true
  var responses = ResponseLimits()
  /// Shared by all that make answers.
  var memory = ResponseMemory()
  /// The same for bodies of requests.
  var bodyMemory = ResponseMemory(.bodies)
  var clock = WallClock.system
}
