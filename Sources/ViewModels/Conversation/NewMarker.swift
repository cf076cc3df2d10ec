import Models

/// Where the new-messages marker of an open room stands: after the last read message.
///
/// It does not move when the room is marked as read, and messages that arrive while the room is open
/// need no marker. But the first sync after a start brings what came while the program was closed,
/// which is new, and so is what comes while the user looks at another window.
final class NewMarker {
  /// The last read message; nil when nothing is new.
  private(set) var newAfter: EventID?
  private var hasTimeline = false
  private var isMarkedRead = false
  private var isCurrent = false
  private var newest: EventID?
  /// The newest message when the user looked away; nil once a newer one has come.
  private var lastSeen: EventID?
  private let ownID: UserID

  init(ownID: UserID) { self.ownID = ownID }

  func follow(_ timeline: Timeline) {
    let isFixed = isCurrent || isMarkedRead && newAfter != nil
    newest = timeline.messages.last { $0.eventID != nil }?.eventID
    guard !isFixed || !hasTimeline, newest == nil || newest != lastSeen else { return }
    hasTimeline = true
    lastSeen = nil
    let last = lastOld(in: timeline)
    newAfter = last == newest && !timeline.hasNewer ? nil : last
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
  }

  /// The user looks at something else: the marker stays until something new comes.
  func lookedAway() {
    (isMarkedRead, isCurrent) = (false, false)
    lastSeen = newest
  }
}
