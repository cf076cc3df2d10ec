package import Models

/// A page of rooms that the account may be in or not.
package struct FoundRooms: Hashable, Sendable {
  /// The rooms, in the server's order.
  package var rooms: [FoundRoom]
  /// The token of the next page; nil after the last one.
  package var next: String?

  package init(rooms: [FoundRoom], next: String? = nil) {
    self.rooms = rooms
    self.next = next
  }
}

/// A room as the directory or a space shows it.
package struct FoundRoom: Hashable, Sendable {
  /// How somebody gets in who is not invited.
  package enum Entry: Hashable, Sendable {
    /// By joining, as far as the account can know.
    case join
    /// By asking to be let in.
    case knock
    /// By joining for the members of certain rooms, and by asking for others.
    case joinOrKnock
    /// Only by an invite.
    case invite
  }

  /// The room's id.
  package var id: RoomID
  /// The name that the room has set.
  package var name: String?
  /// What the room is about.
  package var topic: String?
  /// The main address.
  package var alias: RoomAlias?
  /// The number of members.
  package var joinedCount: Int
  /// Whether it is a space.
  package var isSpace: Bool
  /// How to get in.
  package var entry: Entry

  package init(
    id: RoomID, name: String? = nil, topic: String? = nil, alias: RoomAlias? = nil,
    joinedCount: Int = 0, isSpace: Bool = false, entry: Entry = .join
  ) {
    self.id = id
    self.name = name
    self.topic = topic
    self.alias = alias
    self.joinedCount = joinedCount
    self.isSpace = isSpace
    self.entry = entry
  }
}
