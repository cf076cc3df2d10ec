import Models
import Signals

extension TimelineViewModel {
  /// Whether something is new whose first message nobody has seen.
  public var hasUnseenBeginning: Bool { marker.isAhead }

  /// Whether all that is loaded is new, and what is not loaded may be: the account has never read the room.
  public var isAllNew: Bool { marker.oldestNew != nil }

  /// The first new message has been in front of the user.
  ///
  /// Where a gap stands above it, earlier ones are still to come.
  public func beginningSeen() {
    if !hasGapAtMarker { keepingUnseen { $0.beginningSeen() } }
  }

  private var hasGapAtMarker: Bool {
    let rows = rows.value
    guard let marker = rows.lastIndex(where: \.isNewMarker) else { return false }
    return rows[..<marker].reversed().prefix { $0.message == nil }
      .contains { $0.content.value.kind == .gap }
  }

  /// The last read message before those that count as read although nobody has seen the first of them; nil
  /// for none, and in threads.
  var unseen: Message.ID? {
    subject == .room ? marker.unseen.map { Message.ID($0) } : nil
  }

  /// The room is marked as read; `isCurrent` tells whether a sync has brought the messages that this
  /// device missed.
  func markedRead(isCurrent: Bool) { keepingUnseen { $0.markedRead(isCurrent: isCurrent) } }

  /// The user looks at this, or at something else, such as another window.
  func looked(_ isLooking: Bool) {
    seen.value = isLooking
    if !isLooking { marker.lookedAway() }
  }

  /// Changes the marker; what nobody has seen is kept for the next start.
  func keepingUnseen(_ change: (NewMarker) -> Void) {
    let last = marker.unseen
    change(marker)
    if marker.unseen != last { keepPlace() }
  }
}
