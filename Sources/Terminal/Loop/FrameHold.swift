/// How long a frame may wait for content that is on its way, as the messages of a room that was just opened.
///
/// Without it such a room flashes: its frame is blank, and a moment later the messages are there. Content
/// that takes longer is waited for once: from then on keys show at once, as if there were none to come.
struct FrameHold {
  static let longest: Int64 = 24_000_000

  /// When the wait ends, in nanoseconds; nil while nothing is waited for.
  private(set) var end: Int64?
  private var isOver = false

  /// Whether a frame that is due waits.
  mutating func holds(_ isAwaitingContent: Bool, at now: Int64) -> Bool {
    guard isAwaitingContent, !isOver else {
      end = nil
      isOver = isAwaitingContent
      return false
    }
    end = end ?? now + Self.longest
    isOver = now >= (end ?? now)
    if isOver { end = nil }
    return !isOver
  }
}
