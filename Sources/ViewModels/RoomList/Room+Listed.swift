import Models

nonisolated extension Room {
  /// Whether the room list has a row for it.
  ///
  /// A space contains rooms and no conversation, so only one that waits for an answer has one: an
  /// invite, or the account's own request. A room that was replaced has none once the account is in the new one.
  var isListed: Bool {
    switch membership {
    case .invited, .asking: true
    case .joined: !isSpace && !isReplaced
    case .left: false
    }
  }

  /// Whether the room list has a section for it.
  var isShownSpace: Bool { isSpace && membership == .joined && !isReplaced }
}
