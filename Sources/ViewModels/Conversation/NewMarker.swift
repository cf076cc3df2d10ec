import Models

/// Where the new-messages marker of an open room stands: after the last read message.
///
/// It follows the read position until the room counts as read here: until then only another device
/// moves that position, and the first sync after a start brings what the account has missed.
final class NewMarker {
  /// The last read message; nil when nothing is new.
  private(set) var newAfter: EventID?
  private var isHeld = false
  private var hasTimeline = false

  func follow(_ timeline: Timeline) {
    guard !isHeld || !hasTimeline else { return }
    hasTimeline = true
    let newest = timeline.messages.last { $0.eventID != nil }?.eventID
    newAfter = newest == timeline.readUpTo && !timeline.hasNewer ? nil : timeline.readUpTo
  }

  /// Lets the marker stay where it is.
  ///
  /// Messages that arrive from now on are seen at once and need no marker.
  func hold() { isHeld = true }
}
