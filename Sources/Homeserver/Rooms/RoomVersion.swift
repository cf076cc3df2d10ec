/// The room versions that this server creates.
///
/// Source: Matrix specification, "Room Versions".
enum RoomVersion: String, Sendable, CaseIterable {
  case v11 = "11"
  case v12 = "12"

  /// Whether the creators rank above all levels.
  var areCreatorsAbove: Bool { self == .v12 }

  /// Whether a room id is the id of the creation event, without a server name.
  var isRoomNamedByItsCreation: Bool { self == .v12 }
}
