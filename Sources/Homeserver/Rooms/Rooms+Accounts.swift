import GRDB

extension Rooms {
  /// Leaves all rooms that the user is in or is invited to.
  func userDeactivated(_ user: UserID, in context: WriteContext) throws {
    let rooms = try String.fetchAll(
      context.database,
      sql: """
        SELECT room FROM memberships
        WHERE user = ? AND membership IN ('join', 'invite', 'knock') ORDER BY room
        """, arguments: [user.rawValue])
    for room in rooms.compactMap(RoomID.init) {
      do {
        try leave(room, user: user, in: context)
      } catch is MatrixError {
        // The account is not one room's to hold.
      }
    }
  }
}
