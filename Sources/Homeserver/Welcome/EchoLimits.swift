/// How much the companion answers.
///
/// It counts answers, whatever they answer: another program that replies to each of them would be
/// answered for ever, and comes to an end because the companion is silent once. These bounds hold on
/// servers without limits too.
struct EchoLimits: Sendable {
  /// Answers in a room: 30 at once, then one in six seconds.
  private let answers: RateLimiter<RoomID>
  /// Events that one user gets as answers, in all rooms: 200 at once, then one in a second.
  private let events: RateLimiter<UserID>

  init(clock: WallClock) {
    answers = RateLimiter(.init(burst: 30, interval: 6000), clock: clock)
    events = RateLimiter(.init(burst: 200, interval: 1000), clock: clock)
  }

  /// Whether an answer of so many events may be given, which then counts.
  func allow(_ count: Int, in room: RoomID, to user: UserID) -> Bool {
    do {
      try answers.take(room)
      try events.take(user, count: count)
      return true
    } catch {
      return false
    }
  }
}
