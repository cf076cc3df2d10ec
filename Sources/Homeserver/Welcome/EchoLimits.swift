/// Limits the replies of the companion, on servers without rate limits too.
///
/// Another program that replies to each reply would keep the two talking for ever; the limit makes
/// the companion silent once, which ends the exchange.
struct EchoLimits: Sendable {
  /// Replies in a room: 30 at once, then one every six seconds.
  private let replies: RateLimiter<RoomID>
  /// Events in replies to one user, in all rooms: 200 at once, then one every second.
  private let events: RateLimiter<UserID>

  init(clock: WallClock) {
    replies = RateLimiter(burst: 30, interval: 6000, clock: clock)
    events = RateLimiter(burst: 200, interval: 1000, clock: clock)
  }

  /// Whether a reply of that many events is allowed; an allowed reply counts.
  func allow(_ count: Int, in room: RoomID, to user: UserID) -> Bool {
    (try? replies.take(room)) != nil && (try? events.take(user, count: count)) != nil
  }
}
