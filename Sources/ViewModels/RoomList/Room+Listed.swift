import Models

nonisolated extension Room {
  /// Whether the room list shows it.
  ///
  /// A space contains rooms and no conversation, so only an invite to a space is listed: it needs
  /// an answer.
  var isListed: Bool {
    switch membership {
    case .invited: true
    case .joined: !isSpace
    case .left: false
    }
  }
}
