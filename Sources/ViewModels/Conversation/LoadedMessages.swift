import Models
import Signals

/// Which messages of a room the timeline has.
final class LoadedMessages {
  /// The messages of the server at both ends.
  private(set) var oldest: Message.ID?
  private(set) var newest: Message.ID?
  /// The last message before which others are missing.
  let lastGap = MutableProperty<Message.ID?>(nil)

  func show(_ timeline: Timeline) {
    let known = timeline.messages.lazy.filter { $0.eventID != nil }
    oldest = known.first?.id
    newest = known.last?.id
    lastGap.value = timeline.gaps.last
  }
}
