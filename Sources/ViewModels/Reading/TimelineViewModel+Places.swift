import Models
import Signals

extension TimelineViewModel {
  /// Whether something was new when the room was opened.
  public var hasNewMessages: Bool { marker.newAfter != nil || marker.oldestNew != nil }

  /// Shows the first message that was new when the room was opened, however far back that is.
  ///
  /// In a room that was never read that is the first one that is loaded; then earlier ones are loaded.
  public func goToFirstNew() {
    if let oldest = marker.oldestNew { return go(to: Message.ID(oldest), from: placeToReturnTo) }
    guard let read = marker.newAfter else { return }
    go(to: Message.ID(read), from: placeToReturnTo, isToNext: true)
  }

  /// The message to which going back leads after a jump from here.
  var placeToReturnTo: Message.ID? { position ?? messages.last?.id }
}
