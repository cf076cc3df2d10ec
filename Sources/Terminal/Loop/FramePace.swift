/// When frames that no input caused are due: one every 16 ms in the long run.
///
/// After a pause a second frame may follow at once, because what a key or a start asks for often
/// comes in two parts: the frame of the key itself, and what the store has a moment later.
struct FramePace {
  static let interval: Int64 = 16_000_000

  /// When the intervals of all frames so far end.
  private var covered: Int64 = .min / 2

  /// The time of the next frame, in nanoseconds.
  var due: Int64 { covered - Self.interval }

  /// Counts a frame; input may cause more of them than are due, which delay others by one interval
  /// at most.
  mutating func count(at now: Int64) {
    covered = min(max(now, covered), now + Self.interval) + Self.interval
  }
}
