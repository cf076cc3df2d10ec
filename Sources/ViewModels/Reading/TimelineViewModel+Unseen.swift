import Models
import Signals

extension TimelineViewModel {
  /// Whether something is new whose first message nobody has seen.
  public var hasUnseenBeginning: Bool { marker.isAhead }

  /// The first new message has been in front of the user.
  public func beginningSeen() { keepingUnseen { $0.beginningSeen() } }

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
