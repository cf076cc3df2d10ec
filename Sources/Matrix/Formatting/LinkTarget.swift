import Models

/// What a link in a message leads to.
enum LinkTarget {
  case person(UserID)
  /// A room, by the name that is shown.
  case room(String)
  /// A room without an address, or a message, by what names it.
  case place(String)
  case web(WebAddress)

  /// Nil for an address that no message may link to, such as `javascript:`.
  init?(_ text: String) {
    switch MatrixLink(text) {
    case .person(let id)?: self = .person(id)
    case .room(let name, event: nil)? where RoomAlias(name) != nil: self = .room(name)
    case .room(let name, event: _)?: self = .place(name)
    default:
      guard let address = WebAddress(text) else { return nil }
      self = .web(address)
    }
  }

  var isPill: Bool {
    switch self {
    case .person, .room: true
    case .place, .web: false
    }
  }
}
