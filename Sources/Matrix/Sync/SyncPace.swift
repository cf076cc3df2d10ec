/// What keeps the loop from asking too often.
struct SyncPace {
  /// Failures in a row.
  var failures = 0
  /// How often a token was refused since the last one that worked.
  var restarts = 0
  /// When the server was started again, within the last minute.
  private var revivals: [Duration] = []
  /// Answers in a row that came at once and said nothing.
  private var idleAnswers = 0
  /// Answers in a row that brought something and led nowhere: the next one brings the same.
  private var stuckAnswers = 0

  mutating func succeeded(isIdle: Bool, isStuck: Bool, isIncremental: Bool) {
    failures = 0
    idleAnswers = isIdle ? idleAnswers + 1 : 0
    stuckAnswers = isStuck ? stuckAnswers + 1 : 0
    if isIncremental { restarts = 0 }
  }

  /// A server that ends again and again is not started for ever without a pause.
  mutating func pauseBeforeRevival(at now: Duration) -> Duration? {
    revivals.removeAll { now - $0 > .seconds(60) }
    return revivals.count < 3 ? nil : .seconds(30)
  }

  mutating func revived(at now: Duration) { revivals.append(now) }

  /// A server that does not hold answers back, or says the same again, is asked ever more slowly.
  var pauseAfterAnswer: Duration? {
    let excess = max(idleAnswers - 2, stuckAnswers)
    return excess < 1 ? nil : .seconds(min(30, 1 << min(excess - 1, 5)))
  }
}
