import Models

/// Where the new-messages marker of an open room stands: after the last read message.
///
/// It does not move when the room is marked as read, and messages that arrive while the room is open
/// need no marker. But the first sync after a start brings what came while the program was closed,
/// which is new, and so is what comes while the user looks at another window.
///
/// A room is read once its end is shown, even when the first new message is further up. Until that one has
/// been on the screen the marker stays at it, also for the next time the room is opened.
final class NewMarker {
  /// The last read message; nil when nothing is new.
  private(set) var newAfter: EventID?
  /// The last read message before those that count as read although nobody has seen their beginning.
  private(set) var unseen: EventID?
  /// The mark whose beginning has been seen.
  private var seen: EventID?
  private var hasTimeline = false
  private var isMarkedRead = false
  private var isCurrent = false
  private var newest: EventID?
  /// The newest message when the user looked away; nil once a newer one has come.
  private var lastSeen: EventID?
  private let ownID: UserID

  /// Creates a marker.
  ///
  /// - Parameter unseen: What an earlier marker of the room left of `unseen`.
  init(ownID: UserID, unseen: EventID? = nil) {
    self.ownID = ownID
    self.unseen = unseen
    newAfter = unseen
  }

  func follow(_ timeline: Timeline) {
    newest = timeline.messages.last { $0.eventID != nil }?.eventID
    if unseen == newest, !timeline.hasNewer { unseen = nil }
    hasTimeline = hasTimeline || unseen != nil
    guard unseen == nil else { return }
    let isFixed = isCurrent || isMarkedRead && newAfter != nil
    guard !isFixed || !hasTimeline, newest == nil || newest != lastSeen else { return }
    hasTimeline = true
    lastSeen = nil
    let last = lastOld(in: timeline)
    newAfter = last == newest && !timeline.hasNewer ? nil : last
    notePassing()
  }

  /// Whether nobody has seen the first new message.
  var isAhead: Bool { newAfter != nil && newAfter != seen }

  /// The first new message has been on the screen.
  func beginningSeen() {
    seen = newAfter
    unseen = nil
  }

  private func notePassing() {
    if isMarkedRead, isAhead { unseen = newAfter }
  }

  /// The last read message, or the last of the own ones that follow it: they are not new.
  private func lastOld(in timeline: Timeline) -> EventID? {
    let messages = timeline.messages
    guard let read = messages.lastIndex(where: { $0.eventID == timeline.readUpTo }),
      timeline.readUpTo != nil
    else { return timeline.readUpTo }
    let own = messages[(read + 1)...].prefix { $0.sender == ownID && $0.eventID != nil }
    return own.last?.eventID ?? timeline.readUpTo
  }

  /// This device now moves the read position; `isCurrent` tells whether a sync has brought the
  /// messages that it missed.
  func markedRead(isCurrent: Bool) {
    isMarkedRead = true
    self.isCurrent = self.isCurrent || isCurrent
    notePassing()
  }

  /// The user looks at something else: the marker stays until something new comes.
  func lookedAway() {
    (isMarkedRead, isCurrent) = (false, false)
    lastSeen = newest
  }
}
