import Models

/// Where the new-messages marker of an open room stands: after the last read message.
///
/// It does not move when the room is marked as read, and messages that arrive while the room is open
/// need no marker. But the first sync after a start brings what came while the program was closed,
/// which is new, and so is what comes while the user looks at another window.
///
/// A room is read once its end is shown, even when the first new message is further up. Until that one has
/// been on the screen the marker stays at it, also for the next time the room is opened.
///
/// In a room that the account has never read, all is new behind its own last event, such as its joining. That may
/// be further back than what is loaded.
final class NewMarker {
  /// The last read message; nil when nothing is new.
  private(set) var newAfter: EventID?
  /// The first loaded message of a room that was never read, as long as it is not known behind which event the
  /// new ones begin.
  private(set) var oldestNew: EventID?
  /// The last read message before those that count as read although nobody has seen their beginning.
  private(set) var unseen: EventID?
  /// The mark whose beginning has been seen.
  private var seen: EventID?
  private var hasTimeline = false
  private var isMarkedRead = false
  /// Whether what the server knows of the reading may be what this device has told it.
  private var hasTold = false
  private var isOldestSeen = false
  private var isCurrent = false
  private var newest: EventID?
  /// The newest message when the user looked away; nil once a newer one has come.
  private var lastSeen: EventID?
  private let ownID: UserID
  private let isOfRoom: Bool

  /// Creates a marker.
  ///
  /// - Parameters:
  ///   - isOfRoom: Whether it is for a whole room; what is new in a thread begins with the thread at the latest.
  ///   - unseen: What an earlier marker of the room left of `unseen`.
  init(ownID: UserID, isOfRoom: Bool, unseen: EventID? = nil) {
    self.ownID = ownID
    self.isOfRoom = isOfRoom
    self.unseen = unseen
    newAfter = unseen
  }

  func follow(_ timeline: Timeline) {
    defer { passOwn(in: timeline) }
    newest = timeline.messages.last { $0.eventID != nil }?.eventID
    if unseen == newest, !timeline.hasNewer { unseen = nil }
    hasTimeline = hasTimeline || unseen != nil
    guard unseen == nil, !seekBeginning(in: timeline) else { return }
    let isFixed = isCurrent || isMarkedRead && newAfter != nil
    guard !isFixed || !hasTimeline, newest == nil || newest != lastSeen else { return }
    hasTimeline = true
    lastSeen = nil
    let last = lastOld(in: timeline)
    newAfter = last == newest && !timeline.hasNewer ? nil : last
    if last == nil, isOfRoom { oldestNew = Self.oldest(in: timeline.messages[...]) }
    notePassing()
  }

  /// Looks for the last own event before the messages of a room that was never read; false where another
  /// device has read it meanwhile.
  private func seekBeginning(in timeline: Timeline) -> Bool {
    guard let oldest = oldestNew else { return false }
    guard hasTold || timeline.readUpTo == nil else {
      oldestNew = nil
      return false
    }
    let messages = timeline.messages
    guard let place = messages.firstIndex(where: { $0.eventID == oldest }) else { return true }
    guard let own = lastOwn(in: messages[..<place]) else {
      oldestNew = Self.oldest(in: messages[...place])
      return true
    }
    (oldestNew, newAfter) = (nil, own)
    if isOldestSeen { seen = own } else if hasTold || isMarkedRead { unseen = own }
    return true
  }

  private static func oldest(in messages: ArraySlice<Message>) -> EventID? {
    messages.first { $0.eventID != nil }?.eventID
  }

  private func lastOwn(in messages: ArraySlice<Message>) -> EventID? {
    messages.last { $0.sender == ownID && $0.eventID != nil }?.eventID
  }

  /// Whether nobody has seen the first new message.
  var isAhead: Bool {
    oldestNew != nil ? !isOldestSeen : newAfter != nil && newAfter != seen
  }

  /// The first new message has been on the screen.
  func beginningSeen() {
    isOldestSeen = oldestNew != nil
    seen = newAfter
    unseen = nil
  }

  private func notePassing() {
    if isMarkedRead, isAhead { unseen = newAfter }
  }

  /// The last read message, or the last of the own ones that follow it: they are not new.
  private func lastOld(in timeline: Timeline) -> EventID? {
    guard let read = timeline.readUpTo else {
      return isOfRoom ? lastOwn(in: timeline.messages[...]) : nil
    }
    return lastOwn(after: read, in: timeline) ?? read
  }

  /// The last of the own messages that follow another one, with none missing between them.
  private func lastOwn(after event: EventID, in timeline: Timeline) -> EventID? {
    let messages = timeline.messages
    guard let place = messages.lastIndex(where: { $0.eventID == event }) else { return nil }
    let own = messages[(place + 1)...].prefix {
      $0.sender == ownID && $0.eventID != nil && !timeline.gaps.contains($0.id)
    }
    return own.last?.eventID
  }

  /// Moves the marker behind own messages that were not loaded when it was set: it never stands before one, and
  /// nobody would ever see the first new message.
  private func passOwn(in timeline: Timeline) {
    guard let last = newAfter, let passed = lastOwn(after: last, in: timeline) else { return }
    if unseen == last { unseen = passed }
    if seen == last { seen = passed }
    newAfter = passed
  }

  /// This device now moves the read position; `isCurrent` tells whether a sync has brought the
  /// messages that it missed.
  func markedRead(isCurrent: Bool) {
    isMarkedRead = true
    self.isCurrent = self.isCurrent || isCurrent
    hasTold = hasTold || isCurrent
    notePassing()
  }

  /// The user looks at something else: the marker stays until something new comes.
  func lookedAway() {
    (isMarkedRead, isCurrent) = (false, false)
    lastSeen = newest
  }
}
