import Models

nonisolated extension Room {
  /// Whether the room list has a row for it.
  ///
  /// A space contains rooms and no conversation, so only an invite to a space has one: it needs an
  /// answer.
  var isListed: Bool {
    switch membership {
    case .invited: true
    case .joined: !isSpace
    case .left: false
    }
  }

  /// Whether the room list has a section for it.
  var isShownSpace: Bool { isSpace && membership == .joined }
}
