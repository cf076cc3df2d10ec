/// The arguments of a sync request.
struct SyncQuery: Sendable {
  /// The maximum timeout in milliseconds.
  static let longestTimeout = 300_000

  let requester: Requester
  /// Nil for an initial sync.
  var since: StreamToken?
  var filter: SyncFilter
  let isFullState: Bool
  /// In milliseconds.
  let timeout: Int
  /// The time from which ages count, in milliseconds since 1970.
  var now: Int64

  var user: UserID { requester.user }

  /// Whether the response waits for news.
  ///
  /// A client that has not received all parts of a response gets the next one at once, even an
  /// empty one.
  var waits: Bool { since.map { $0.rest == nil } ?? false && !isFullState && timeout > 0 }

  /// - Throws: `M_UNKNOWN` for a malformed token; `M_INVALID_PARAM` for other arguments.
  init(_ request: Request, _ requester: Requester, filter: SyncFilter, now: Int64) throws {
    self.requester = requester
    self.filter = filter
    self.now = now
    if let text = request.argument("since") {
      guard let token = StreamToken(text) else {
        throw MatrixError(400, "M_UNKNOWN", "'since' is not a token of this server")
      }
      since = token
    }
    isFullState = try Self.boolean(request.argument("full_state"), "full_state")
    timeout = try Self.timeout(request.argument("timeout"))
    if let presence = request.argument("set_presence") {
      guard ["offline", "online", "unavailable"].contains(presence) else {
        throw MatrixError.invalid("'set_presence' must be offline, online or unavailable")
      }
    }
  }

  private static func boolean(_ text: String?, _ name: String) throws -> Bool {
    switch text {
    case nil, "false": return false
    case "true": return true
    default: throw MatrixError.invalid("'\(name)' must be true or false")
    }
  }

  private static func timeout(_ text: String?) throws -> Int {
    guard let text else { return 0 }
    guard let number = Int(text), number >= 0 else {
      throw MatrixError.invalid("'timeout' must be a non-negative number of milliseconds")
    }
    return min(number, longestTimeout)
  }
}

extension SyncQuery {
  /// Continues after a position up to which there was no news.
  mutating func goOn(from token: StreamToken, now: Int64) {
    since = token
    self.now = now
  }
}
