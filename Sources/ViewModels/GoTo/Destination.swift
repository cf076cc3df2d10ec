import Models

/// A place that the account can go to by its name.
nonisolated enum Destination: Hashable, Sendable {
  case room(RoomID)
  /// An invite or a space, which stand in the list of rooms.
  case listed(RoomID)
  case person(UserID)

  /// The room; nil for a person.
  var room: RoomID? {
    switch self {
    case .room(let id), .listed(let id): id
    case .person: nil
    }
  }

  /// The identity of the destination as a text: room ids begin with "!", people's with "@".
  var key: String {
    switch self {
    case .room(let id), .listed(let id): id.rawValue
    case .person(let id): id.rawValue
    }
  }
}
