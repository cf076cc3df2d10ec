import GRDB
import MatrixWire
import ModelKit

extension Rooms {
  /// Adds a user to a room; does nothing for a present member.
  ///
  /// - Throws: `M_NOT_FOUND`, `M_FORBIDDEN`.
  func join(
    _ id: RoomID, user: UserID, reason: String? = nil, in context: WriteContext
  ) throws {
    guard try existing(id, context).membership(of: user) != .join else { return }
    try change(id, of: user, to: .join, by: user, reason: reason, in: context)
  }

  /// Asks the members of a room to be let in.
  ///
  /// - Throws: `M_NOT_FOUND`, `M_FORBIDDEN`.
  func knock(
    _ id: RoomID, user: UserID, reason: String? = nil, in context: WriteContext
  ) throws {
    _ = try existing(id, context)
    try change(id, of: user, to: .knock, by: user, reason: reason, in: context)
  }

  /// Leaves a room or declines an invitation to it.
  ///
  /// - Throws: `M_NOT_FOUND`, `M_FORBIDDEN`.
  func leave(
    _ id: RoomID, user: UserID, reason: String? = nil, in context: WriteContext
  ) throws {
    _ = try existing(id, context)
    try change(id, of: user, to: .leave, by: user, reason: reason, in: context)
  }

  /// Invites a user of this server.
  ///
  /// - Throws: `M_FORBIDDEN`; `M_NOT_FOUND` for an unknown user, which is most likely a typing
  ///   mistake.
  func invite(
    _ user: UserID, to id: RoomID, by sender: UserID, isDirect: Bool = false,
    reason: String? = nil, in context: WriteContext
  ) throws {
    try change(
      id, of: user, to: .invite, by: sender, reason: reason,
      members: isDirect ? ["is_direct": true] : [:], in: context)
  }

  /// Removes another user from a room.
  ///
  /// - Throws: `M_FORBIDDEN`; `M_BAD_STATE` for a banned user.
  func kick(
    _ user: UserID, from id: RoomID, by sender: UserID, reason: String? = nil,
    in context: WriteContext
  ) throws {
    let room = try existing(id, context)
    try room.requireJoined(sender)
    switch room.membership(of: user) {
    case .ban: throw MatrixError(403, "M_BAD_STATE", "\(user.rawValue) is banned from the room")
    case .leave, nil: throw MatrixError.forbidden("\(user.rawValue) is not in the room")
    case .join, .invite, .knock:
      try change(id, of: user, to: .leave, by: sender, reason: reason, in: context)
    }
  }

  /// Bans a user, who need not be in the room.
  ///
  /// - Throws: `M_FORBIDDEN`.
  func ban(
    _ user: UserID, from id: RoomID, by sender: UserID, reason: String? = nil,
    in context: WriteContext
  ) throws {
    try change(id, of: user, to: .ban, by: sender, reason: reason, in: context)
  }

  /// Lifts a ban.
  ///
  /// - Throws: `M_FORBIDDEN`; `M_BAD_STATE` for a user who is not banned.
  func unban(
    _ user: UserID, from id: RoomID, by sender: UserID, reason: String? = nil,
    in context: WriteContext
  ) throws {
    let room = try existing(id, context)
    try room.requireJoined(sender)
    guard room.membership(of: user) == .ban else {
      throw MatrixError(403, "M_BAD_STATE", "\(user.rawValue) is not banned")
    }
    try change(id, of: user, to: .leave, by: sender, reason: reason, in: context)
  }

  /// Hides a room that the user left from that user; does nothing for a room that the user never
  /// joined.
  ///
  /// - Throws: 400 `M_UNKNOWN` while the user is in the room.
  func forget(_ id: RoomID, user: UserID, in context: WriteContext) throws {
    switch try context.room(id)?.membership(of: user) {
    case .join, .invite, .knock:
      throw MatrixError(400, "M_UNKNOWN", "\(user.rawValue) is still in the room")
    case .leave, .ban, nil: break
    }
    try context.database.run(
      "UPDATE memberships SET is_forgotten = 1 WHERE user = ? AND room = ?", [user, id])
  }

  private func existing(_ id: RoomID, _ context: WriteContext) throws -> RoomSnapshot {
    guard let room = try context.room(id) else { throw MatrixError.noRoom }
    return room
  }

  private func change(
    _ id: RoomID, of user: UserID, to membership: Membership, by sender: UserID, reason: String?,
    members: JSONObject = [:], in context: WriteContext
  ) throws {
    var content: JSONObject = ["membership": .string(membership.rawValue)]
    content.members += members.members
    if let reason { content["reason"] = .string(reason) }
    _ = try send(
      EventDraft(
        room: id, sender: sender, type: EventType.member, stateKey: user.rawValue,
        content: content),
      in: context)
  }
}

extension Rooms {
  /// Adds the profile and, for a restricted join, the authorising member to a membership.
  func completed(
    member draft: EventDraft, in room: RoomSnapshot, _ powers: RoomPowers, _ context: WriteContext
  ) throws -> EventDraft {
    var draft = draft
    guard let user = UserID(draft.stateKey ?? "") else { return draft }
    // Clients must not choose the authorising member.
    draft.content[JoinRule.authorisedBy] = nil
    let membership = draft.content["membership"]?.string.flatMap(Membership.init)
    if membership == .invite { try checkInvitee(user, context) }
    if membership == .join || membership == .invite || membership == .knock {
      for field in try Profiles.memberFields(of: user, in: context.database)
      where draft.content[field.key] == nil {
        draft.content.members.append(field)
      }
    }
    if membership == .join, let authoriser = try authoriser(of: user, in: room, powers, context) {
      draft.content[JoinRule.authorisedBy] = .string(authoriser.rawValue)
    }
    return draft
  }

  private func checkInvitee(_ user: UserID, _ context: WriteContext) throws {
    guard user.server == configuration.serverName else {
      throw MatrixError.forbidden(
        "\(user.rawValue) belongs to another server, and this server does not federate")
    }
    guard try Users.exists(user, in: context.database) else {
      throw MatrixError.notFound("no user has the id \(user.rawValue)")
    }
  }

  /// A member who may invite a user that the `allow` list of a restricted room admits.
  private func authoriser(
    of user: UserID, in room: RoomSnapshot, _ powers: RoomPowers, _ context: WriteContext
  ) throws -> UserID? {
    let old = room.membership(of: user)
    guard case .restricted = JoinRule(of: room), old != .join, old != .invite else { return nil }
    let rooms = (room.content(EventType.joinRules)?["allow"]?.array ?? [])
      .filter { $0["type"]?.string == "m.room_membership" }
      .compactMap { $0["room_id"]?.string.flatMap(RoomID.init) }
    // Each check may read a room from disk.
    let isAllowed = try rooms.prefix(100).contains { id in
      try context.room(id)?.membership(of: user) == .join
    }
    guard isAllowed else { return nil }
    let needed = powers.needed(to: .invite)
    let candidates = Array(powers.creators) + Array((powers.levels?.users ?? [:]).keys)
    return candidates.first { room.membership(of: $0) == .join && powers.level(of: $0) >= needed }
      ?? room.joinedMembers.first { powers.level(of: $0) >= needed }
  }
}
