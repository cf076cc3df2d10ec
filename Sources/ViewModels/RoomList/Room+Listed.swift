import Models

nonisolated extension Room {
  /// Whether the list of rooms shows it: a space holds rooms and no conversation, so only an invite
  /// to one wants an answer.
  var isListed: Bool {
    switch membership {
    case .invited: true
    case .joined: !isSpace
    case .left: false
    }
  }
}
