import Models

/// The name of a room in one line of output.
enum RoomNames {
  /// Source: Matrix client-server API, "Calculating the display name for a room".
  static func text(_ room: Room) -> String {
    if let name = room.name, !name.isEmpty { return name }
    if let alias = room.alias { return alias.rawValue }
    let heroes = room.heroes.map { $0.displayName ?? $0.id.rawValue }
    if !heroes.isEmpty { return heroes.joined(separator: ", ") }
    return room.inviter.map { $0.displayName ?? $0.id.rawValue } ?? room.id.rawValue
  }
}
