/// Keeps the loop from polling too often.
struct SyncPace {
  /// Consecutive failures.
  var failures = 0
  /// How many tokens were refused since the last one that worked.
  var restarts = 0
  /// The first response of a run shows whether the server is there, so it must not be held.
  private var hasSucceeded = false
  /// Whether the next request asks for rooms that were never requested.
  private var isPartial = false
  /// Times of server restarts within the last minute.
  private var revivals: [Duration] = []
  /// Consecutive responses that came at once and were empty.
  private var idleResponses = 0
  /// Consecutive responses with content but without progress: the next one would be the same.
  private var stuckResponses = 0
  /// Consecutive responses that a server might have held, and did not.
  private var quickResponses = 0
  /// More than a busy account gets in one go.
  private static let mostQuickResponses = 100

  /// Whether the server may hold its next response.
  var mayWait: Bool { hasSucceeded && failures == 0 && !isPartial }

  mutating func succeeded(
    isIdle: Bool, isStuck: Bool, isQuick: Bool, isIncremental: Bool, isPartial: Bool
  ) {
    self.isPartial = isPartial
    hasSucceeded = true
    failures = 0
    idleResponses = isIdle ? idleResponses + 1 : 0
    stuckResponses = isStuck ? stuckResponses + 1 : 0
    quickResponses = isQuick ? quickResponses + 1 : 0
    if isIncremental { restarts = 0 }
  }

  /// Delays the restart of a server that keeps ending.
  mutating func pauseBeforeRevival(at now: Duration) -> Duration? {
    revivals.removeAll { now - $0 > .seconds(60) }
    return revivals.count < 3 ? nil : .seconds(30)
  }

  /// Whoever answers next may be another run of the server, which knows no token of the one before.
  mutating func lostServer() { restarts = 0 }

  mutating func revived(at now: Duration) { revivals.append(now) }

  /// Slows the polls of a server that does not hold responses or repeats itself, and a little those of one
  /// that always has news: it would take all of a processor.
  var pauseAfterResponse: Duration? {
    let excess = max(idleResponses - 2, stuckResponses)
    if excess >= 1 { return .seconds(min(30, 1 << min(excess - 1, 5))) }
    return quickResponses > Self.mostQuickResponses ? .milliseconds(200) : nil
  }
}
