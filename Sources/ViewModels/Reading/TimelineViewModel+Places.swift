import Models
import Signals

extension TimelineViewModel {
  /// Whether something was new when the room was opened.
  public var hasNewMessages: Bool { marker.newAfter != nil || marker.oldestNew != nil }

  /// Shows the first message that was new when the room was opened, however far back that is.
  ///
  /// In a room that was never read, earlier ones are loaded until that one is known.
  public func goToFirstNew() {
    if marker.oldestNew != nil { return searchBeginning() }
    guard let read = marker.newAfter else { return }
    go(to: Message.ID(read), from: placeToReturnTo, isToNext: true)
  }

  /// The message to which going back leads after a jump from here.
  var placeToReturnTo: MessagePlace? { (position ?? messages.last?.id).map(place(of:)) }

  /// The place of a message that is shown here.
  func place(of message: Message.ID) -> MessagePlace {
    MessagePlace(message: message, room: room, subject: subject)
  }
}
