import Glibc
import NIOCore

/// The address, limits and timeouts of the HTTP server.
struct HTTPSettings: Sendable {
  var address = "127.0.0.1"
  /// The port; 0 lets the system choose one.
  var port = 0
  /// The exact origins of the web clients that may use the server.
  var allowedOrigins: Set<String> = []
  /// The largest header field, name and value, in bytes; the request target counts as one.
  var fieldSize = 16 << 10
  /// The largest request head, in bytes.
  var headSize = 32 << 10
  var fieldCount = 64
  /// How long the server reads nothing from a client that owes it a request, or the rest of a head,
  /// before it closes the connection.
  ///
  /// It is longer than the time that clients keep unused connections (aiohttp: 15 seconds), so that
  /// no request meets a connection that is just being closed. In a crowd, see `crowd`, silent
  /// connections are closed earlier.
  var idleTimeout = TimeAmount.seconds(75)
  /// How long a body may take, plus a second for each `slowestBody` bytes that have arrived.
  var bodyTimeout = TimeAmount.seconds(20)
  /// The lowest accepted rate of a body, in bytes per second.
  var slowestBody = 64 << 10
  /// How long a client may read nothing of a response, which holds memory of its user's share.
  var writeTimeout = TimeAmount.seconds(20)
  /// How long the server goes on reading after the last response of a connection: closed earlier,
  /// the system would send a reset, which could discard the response on its way to the client.
  var closeDelay = TimeAmount.milliseconds(250)
  /// How long a request may continue after the client closed its sending side: some clients close
  /// it right after the request.
  var halfCloseGrace = TimeAmount.milliseconds(250)
  /// How long requests in progress may take once the server stops.
  var stopGrace = TimeAmount.milliseconds(500)
  /// How many requests of a connection may wait for their responses.
  var queuedRequests = 64
  var connections = Self.availableConnections
  /// The number of connections from which each new one replaces a silent one: clients that connect
  /// and send nothing keep nobody out.
  var crowd: Int { connections * 3 / 4 }
  /// How long the silent connection stays open then, to read what its client may just have sent.
  var crowdGrace = TimeAmount.milliseconds(20)
  var backlog = 1024
  /// The largest unwanted body that is read to its end to keep the connection usable, in bytes.
  var drainedBody = 64 << 10
  /// How many bytes of a response are written at once.
  var chunk = 64 << 10

  init() {}

  /// Leaves file descriptors for the database, for media and for the rest of the process.
  private static var availableConnections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    let descriptors = Int(clamping: limit.rlim_cur)
    return min(2000, max(16, descriptors / 2, descriptors - 512))
  }
}
