import Glibc
import NIOCore

/// Where the HTTP server listens, and its bounds and times.
struct HTTPSettings: Sendable {
  var address = "127.0.0.1"
  /// 0 lets the system choose.
  var port = 0
  /// The exact origins of the web clients that may use the server.
  var allowedOrigins: Set<String> = []
  /// Of one field of a head, name and value, in bytes; the target counts as one.
  var fieldSize = 16 << 10
  /// Of all fields of a head, in bytes.
  var headSize = 32 << 10
  var fieldCount = 64
  /// How long the server reads nothing from a client that owes it a request, or the rest of a head,
  /// before it closes the connection.
  ///
  /// It is longer than the time that clients keep unused connections (aiohttp: 15 seconds), so that
  /// no request meets a connection that is just being closed. In a crowd, see `crowd`, silent
  /// connections are closed earlier.
  var idleTimeout = TimeAmount.seconds(75)
  /// How long a body may take, besides a second for each `slowestBody` bytes that came.
  var bodyTimeout = TimeAmount.seconds(20)
  /// The bytes in a second that a client has to send at least.
  var slowestBody = 64 << 10
  /// How long a client may take nothing of an answer, whose memory its user's other clients may need.
  var writeTimeout = TimeAmount.seconds(20)
  /// How long an answered connection is still read after its end was told, so that the client
  /// gets the answer before the system tells it that its bytes met nobody.
  var closeDelay = TimeAmount.milliseconds(250)
  /// How long a request goes on whose client closed its side: some close it when they have asked.
  var halfCloseGrace = TimeAmount.milliseconds(250)
  /// How long requests in progress may take after the server was told to stop.
  var stopGrace = TimeAmount.milliseconds(500)
  /// How many requests of a connection may wait for their answers.
  var queuedRequests = 64
  var connections = Self.availableConnections
  /// From how many connections on a new one takes the place of one that waits for its client: who
  /// connects and says nothing keeps nobody out.
  var crowd: Int { connections * 3 / 4 }
  /// How long it keeps its place then: what its client has sent already is read within that time.
  var crowdGrace = TimeAmount.milliseconds(20)
  var backlog = 1024
  /// The greatest body that is read to its end though nobody asked for it, to keep the connection.
  var drainedBody = 64 << 10
  /// In how many bytes an answer is written at once.
  var chunk = 64 << 10

  init() {}

  /// Leaves descriptors for the database, for media and for the rest of the process.
  private static var availableConnections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    let descriptors = Int(clamping: limit.rlim_cur)
    return min(2000, max(16, descriptors / 2, descriptors - 512))
  }
}
