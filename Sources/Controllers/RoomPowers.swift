package import Models

/// What the people of a room may do to each other, by its power levels.
///
/// Source: Matrix client-server API, `m.room.power_levels`; the rules are those of "Authorization rules".
package struct RoomPowers: Hashable, Sendable {
  /// What one person may do to another one.
  package enum Act: Hashable, Sendable, CaseIterable {
    /// Removing a member, or withdrawing an invite.
    case kick
    case ban, unban, invite, changePower
  }

  /// Why somebody may not do something to another person.
  package enum Refusal: Hashable, Sendable {
    /// It needs a power that is greater than one's own.
    case power(needed: Int, own: Int)
    /// The other one has as much power.
    case equal
    /// The other one may do everything, because they created the room.
    case creator
  }

  /// Those whose level differs from that of everybody.
  package var users: [UserID: Int]
  /// The level of everybody else.
  package var ordinary: Int
  /// Who may do everything because they created the room.
  package var creators: Set<UserID>
  /// The levels that acts need.
  package var kick: Int
  package var ban: Int
  package var invite: Int
  package var changePower: Int
  /// The levels that messages, reactions and rooms of a space need; nil where the cache of an earlier version
  /// does not have them.
  package var message: Int?
  package var reaction: Int?
  package var child: Int?

  /// Creates powers, by default those of a room that says nothing else.
  package init(
    users: [UserID: Int] = [:], ordinary: Int = 0, creators: Set<UserID> = [], kick: Int = 50,
    ban: Int = 50, invite: Int = 0, changePower: Int = 50,
    message: Int? = nil, reaction: Int? = nil, child: Int? = nil
  ) {
    self.users = users
    self.ordinary = ordinary
    self.creators = creators
    self.kick = kick
    self.ban = ban
    self.invite = invite
    self.changePower = changePower
    self.message = message
    self.reaction = reaction
    self.child = child
  }

  /// A person's power; nil when they may do everything.
  package func level(of user: UserID) -> Int? {
    creators.contains(user) ? nil : users[user] ?? ordinary
  }

  /// Why `own` may not do something to `user`; nil when the server should let them.
  package func refusal(of act: Act, by own: UserID, on user: UserID) -> Refusal? {
    guard let ownLevel = level(of: own) else {
      return act != .invite && level(of: user) == nil && user != own ? .creator : nil
    }
    let needed = self.needed(for: act)
    if ownLevel < needed { return .power(needed: needed, own: ownLevel) }
    guard act != .invite else { return nil }
    guard let theirs = level(of: user) else { return .creator }
    return theirs >= ownLevel && user != own ? .equal : nil
  }

  /// Why somebody may not write messages; nil when the server should let them, or that is unknown.
  package func refusalToWrite(by own: UserID) -> Refusal? { refusal(needing: message, by: own) }

  /// The same of reactions.
  package func refusalToReact(by own: UserID) -> Refusal? { refusal(needing: reaction, by: own) }

  /// The same of adding rooms to a space, or taking them out.
  package func refusalToAddRooms(by own: UserID) -> Refusal? { refusal(needing: child, by: own) }

  private func refusal(needing needed: Int?, by own: UserID) -> Refusal? {
    guard let needed, let level = level(of: own), level < needed else { return nil }
    return .power(needed: needed, own: level)
  }

  /// Whether a person is the only one who may change what people may do; others may have left with such power.
  package func isOnlyAdmin(_ user: UserID) -> Bool {
    func isAdmin(_ user: UserID) -> Bool { level(of: user).map { $0 >= changePower } ?? true }
    return isAdmin(user) && ordinary < changePower
      && !creators.union(users.keys).contains { $0 != user && isAdmin($0) }
  }

  private func needed(for act: Act) -> Int {
    switch act {
    case .kick: kick
    case .ban: ban
    // Who ends a ban removes somebody who is banned.
    case .unban: max(ban, kick)
    case .invite: invite
    case .changePower: changePower
    }
  }
}

/// What a person is to a room now, as far as is known here.
package struct PersonInRoom: Hashable, Sendable {
  /// The person as the room names them.
  package var user: User
  /// Nil for somebody who is not in the room.
  package var standing: RoomPerson.Standing?
  /// Nil while the room's power levels are unknown.
  package var powers: RoomPowers?

  /// Bundles what is known.
  package init(user: User, standing: RoomPerson.Standing?, powers: RoomPowers?) {
    self.user = user
    self.standing = standing
    self.powers = powers
  }
}
