import Models

/// Which messages of a room the timeline has.
final class LoadedMessages {
  /// The messages of the server at both ends.
  private(set) var oldest: Message.ID?
  private(set) var newest: Message.ID?

  func show(_ timeline: Timeline) {
    let known = timeline.messages.lazy.filter { $0.eventID != nil }
    oldest = known.first?.id
    newest = known.last?.id
  }
}
