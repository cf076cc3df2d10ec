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
  /// As what the sync shows its user to others; nil for not at all.
  private(set) var presence: UserPresence.State?
  /// The time from which ages count, in milliseconds since 1970.
  var now: Int64

  var user: UserID { requester.user }

  /// Whether the response waits for news.
  ///
  /// A client that has not received all parts of a response gets the next one at once, even an
  /// empty one.
  var waits: Bool { since.map { $0.rest == nil } ?? false && !isFullState && timeout > 0 }

  /// Everything since a token, at once.
  init(_ requester: Requester, since: StreamToken?, now: Int64) {
    self.requester = requester
    self.since = since
    self.now = now
    filter = .all
    isFullState = false
    timeout = 0
  }

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
    guard
      let isFullState = ["false": false, "true": true][request.argument("full_state") ?? "false"]
    else { throw MatrixError.invalid("'full_state' must be true or false") }
    self.isFullState = isFullState
    timeout = try Self.timeout(request)
    presence = try Self.presence(request)
  }

  /// The argument `set_presence`; nil when the sync must not show its user.
  ///
  /// - Throws: `M_INVALID_PARAM`.
  static func presence(_ request: Request) throws -> UserPresence.State? {
    guard let state = UserPresence.State(rawValue: request.argument("set_presence") ?? "online")
    else { throw MatrixError.invalid("'set_presence' must be offline, online or unavailable") }
    return state == .offline ? nil : state
  }

  /// The argument `timeout`, within bounds.
  ///
  /// - Throws: `M_INVALID_PARAM`.
  static func timeout(_ request: Request) throws -> Int {
    guard let timeout = Int(request.argument("timeout") ?? "0"), timeout >= 0 else {
      throw MatrixError.invalid("'timeout' must be a non-negative number of milliseconds")
    }
    return min(timeout, longestTimeout)
  }
}
