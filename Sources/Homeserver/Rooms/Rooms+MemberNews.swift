import GRDB
import MatrixWire
import ModelKit

extension Rooms {
  /// Sends a changed profile to the rooms of its user.
  func profileChanged(of user: UserID, in context: WriteContext) throws {
    let profile = try Profiles.memberFields(of: user, in: context.database)
    try spread(to: "'join'", of: user, in: context) { room, context in
      try tell(room, of: user, profile, in: context)
    }
  }

  /// Leaves all rooms of the user and declines all invitations.
  func userDeactivated(_ user: UserID, in context: WriteContext) throws {
    try spread(to: "'join', 'invite', 'knock'", of: user, in: context) { room, context in
      try leave(room, user: user, in: context)
    }
  }

  private func spread(
    to memberships: StaticString, of user: UserID, in context: WriteContext,
    _ tell: (RoomID, WriteContext) throws -> Void
  ) throws {
    let rooms = try String.all(
      context.database,
      "SELECT room FROM memberships WHERE user = ? AND membership IN (\(memberships))", [user])
    for room in rooms.compactMap(RoomID.init) {
      do {
        try context.attempt { try tell(room, $0) }
      } catch let error as DatabaseError {
        throw error
      } catch {
        // A room that refuses or cannot be read must not stop the others.
      }
    }
  }

  private func tell(
    _ id: RoomID, of user: UserID, _ profile: [JSONObject.Member], in context: WriteContext
  ) throws {
    var content: JSONObject = ["membership": .string(Membership.join.rawValue)]
    content.members += profile
    guard let room = try context.room(id),
      let old = room.content(EventType.member, user.rawValue),
      ["displayname", "avatar_url"].contains(where: { old[$0] != content[$0] })
    else { return }
    let draft = EventDraft(
      room: id, sender: user, type: EventType.member, stateKey: user.rawValue, content: content)
    _ = try append(draft, to: room, id: nil, in: context)
  }
}
