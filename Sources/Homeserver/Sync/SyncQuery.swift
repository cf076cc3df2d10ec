/// What a client asks of a sync.
struct SyncQuery: Sendable {
  /// The longest that an answer is waited for, in milliseconds.
  static let longestTimeout = 300_000

  let requester: Requester
  /// Nil for all.
  var since: StreamToken?
  var filter: SyncFilter
  /// Whether the whole state of all rooms is told again.
  let isFullState: Bool
  /// In milliseconds.
  let timeout: Int
  /// The time that ages are counted to, in milliseconds since 1970.
  var now: Int64

  var user: UserID { requester.user }

  /// Whether the answer waits until there is something to tell.
  ///
  /// Who has not got all parts of an answer gets the next one, even if it tells nothing.
  var waits: Bool { since.map { $0.rest == nil } ?? false && !isFullState && timeout > 0 }

  /// Reads the arguments.
  ///
  /// - Throws: `M_UNKNOWN` for a token that is none; `M_INVALID_PARAM` for other arguments.
  init(_ request: Request, _ requester: Requester, filter: SyncFilter, now: Int64) throws {
    self.requester = requester
    self.filter = filter
    self.now = now
    if let text = request.argument("since") {
      guard let token = StreamToken(text) else {
        throw MatrixError(400, "M_UNKNOWN", "'since' is no token of this server")
      }
      since = token
    }
    isFullState = try Self.boolean(request.argument("full_state"), "full_state")
    timeout = try Self.timeout(request.argument("timeout"))
    if let presence = request.argument("set_presence") {
      guard ["offline", "online", "unavailable"].contains(presence) else {
        throw MatrixError.invalid("'set_presence' is neither offline, online nor unavailable")
      }
    }
  }

  private static func boolean(_ text: String?, _ name: String) throws -> Bool {
    switch text {
    case nil, "false": return false
    case "true": return true
    default: throw MatrixError.invalid("'\(name)' is neither true nor false")
    }
  }

  private static func timeout(_ text: String?) throws -> Int {
    guard let text else { return 0 }
    guard let number = Int(text), number >= 0 else {
      throw MatrixError.invalid("'timeout' is no number of milliseconds")
    }
    return min(number, longestTimeout)
  }
}

extension SyncQuery {
  /// Nothing up to a place had to be told.
  mutating func goOn(from token: StreamToken, now: Int64) {
    since = token
    self.now = now
  }
}
