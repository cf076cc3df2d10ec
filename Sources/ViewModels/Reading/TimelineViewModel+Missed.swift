import Models
import Signals

/// What came while the end was shown, but not on the screen: all at once, as after an outage.
extension TimelineViewModel {
  /// What has come since the end was last on the screen.
  public nonisolated struct Arrival: Hashable, Sendable {
    /// The row of the first message of somebody else.
    public let first: RowID
    /// Whether there are messages before it that are not loaded.
    public let isCut: Bool
  }

  /// Some of the newest messages may go away; nobody removes that many at once.
  private static let mostSeen = 20

  /// Two or more messages of others that have come since the end was last on the screen; nil for fewer.
  ///
  /// Of a single one that is higher than the screen, the user sees how it ends.
  public var arrival: Arrival? {
    guard !seenEnd.isEmpty, !hasNewer.value else { return nil }
    let messages = messages
    let last = lastSeenIndex
    let others = messages[((last ?? -1) + 1)...].lazy.compactMap { message in
      self.row(showing: RowID(message.id.rawValue)).flatMap { $0.hasSender && !$0.isOwn ? $0 : nil }
    }.prefix(2)
    guard let first = others.first, others.count > 1 else { return nil }
    let isCut = last.map { builder.hasGap(in: messages[($0 + 1)...]) } ?? true
    return Arrival(first: first.id, isCut: isCut)
  }

  /// The end is on the screen.
  public func endShown() {
    guard !hasNewer.value, seen.value else { return }
    let newest = messages.last { $0.eventID != nil }?.eventID
    guard let newest, newest != seenEnd.last else { return }
    seenEnd = messages.suffix(Self.mostSeen).compactMap(\.eventID)
  }

  /// Something else is on the screen: what comes meanwhile is passed on the way back.
  public func endLeft() { seenEnd = [] }

  /// The first message of what has come is not on the screen: from it on all is new.
  public func arrivalMissed() {
    guard let last = lastSeenIndex.map({ messages[$0].eventID }) ?? seenEnd.last else { return }
    keepingUnseen { $0.missed(after: last) }
    builder.show(newAfter: marker.newAfter)
  }

  /// The index of the newest loaded message that was on the screen.
  private var lastSeenIndex: Int? {
    let messages = messages
    return seenEnd.reversed().lazy.compactMap { event in
      messages.lastIndex { $0.eventID == event }
    }.first
  }
}
