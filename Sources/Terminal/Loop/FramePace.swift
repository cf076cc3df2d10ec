/// When frames that no input caused are due: one every 16 ms in the long run.
///
/// After a pause two more may follow at once, because what a key or a start asks for comes in parts: the
/// frame of the key itself, what the store has a moment later, and what that changes beside it. A frame
/// in which nothing is seen to change counts less: only drawing it takes time.
struct FramePace {
  static let interval: Int64 = 16_000_000
  static let unseenInterval: Int64 = 4_000_000
  /// How much time the frames after a pause may take in advance.
  private static let advance = 2 * interval

  /// When the intervals of all frames so far end.
  private var covered: Int64 = .min / 2

  /// The time of the next frame, in nanoseconds.
  var due: Int64 { covered - Self.advance }

  /// Counts a frame; input may cause more of them than are due, which delay others by one interval
  /// at most.
  mutating func count(at now: Int64, isSeen: Bool = true) {
    let interval = isSeen ? Self.interval : Self.unseenInterval
    covered = min(max(now, covered), now + Self.advance) + interval
  }
}
