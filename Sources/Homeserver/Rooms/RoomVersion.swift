/// The versions of rooms that can be made here.
///
/// Source: Matrix specification, "Room Versions".
enum RoomVersion: String, Sendable, CaseIterable {
  case v11 = "11"
  case v12 = "12"

  /// Whether those who made the room have more power than any level gives.
  var areCreatorsAbove: Bool { self == .v12 }

  /// Whether the id of a room is that of its first event, without the name of a server.
  var isRoomNamedByItsCreation: Bool { self == .v12 }
}
