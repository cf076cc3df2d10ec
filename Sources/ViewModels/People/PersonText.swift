import Controllers
import Models

/// What the account may do to a person in a room.
nonisolated enum PersonAct: String, CaseIterable {
  case kick, ban, withdraw, unban, letIn, decline, invite, power

  /// What is possible with somebody of a standing; nil is somebody who is not in the room.
  static func acts(_ standing: RoomPerson.Standing?) -> [PersonAct] {
    switch standing {
    case .joined: [.kick, .ban, .power]
    case .invited: [.withdraw, .ban, .power]
    case .asking: [.letIn, .decline, .ban]
    case .banned: [.unban]
    case nil: [.invite, .ban]
    }
  }

  /// Which of the room's rules decides about it.
  var rule: RoomPowers.Act {
    switch self {
    case .kick, .withdraw, .decline: .kick
    case .ban: .ban
    case .unban: .unban
    case .letIn, .invite: .invite
    case .power: .changePower
    }
  }
}

/// The words about a person in a room.
nonisolated enum PersonText {
  /// For a reason, which is in the room's history.
  static let reasonPlaceholder = "why, for everybody to read, or empty"

  /// The name with the ID, because names could be anybody's.
  static func name(_ user: User) -> String {
    let (name, id) = (Names.text(user), user.id.rawValue)
    return name == id ? Names.label(id) : "\(Names.label(name)) (\(Names.label(id)))"
  }

  /// What the person is to the room, and what the account may do to them.
  static func rows(_ person: PersonInRoom, own: UserID) -> [SheetRow] {
    let fact = SheetRow(setting: "standing", "Here", standing(person), action: "")
    return [fact]
      + PersonAct.acts(person.standing).map { act in
        let refusal = refusal(act, person, own: own)
        return SheetRow(
          setting: act.rawValue, label(act), effect(act, person),
          action: refusal.isEmpty ? word(act) : "", refusal: refusal)
      }
  }

  private static func standing(_ person: PersonInRoom) -> String {
    switch person.standing {
    case .joined: "a member"
    case .invited: "invited"
    case .asking: "asks to join"
    case .banned: "banned"
    case nil: "not in the room"
    }
  }

  private static func label(_ act: PersonAct) -> String {
    switch act {
    case .kick: "Remove"
    case .ban: "Ban"
    case .withdraw: "Withdraw"
    case .unban: "End the ban"
    case .letIn: "Let in"
    case .decline: "Decline"
    case .invite: "Invite"
    case .power: "Power"
    }
  }

  private static func effect(_ act: PersonAct, _ person: PersonInRoom) -> String {
    switch act {
    case .kick: "from the room; they can come back"
    case .ban: "from the room until somebody ends that"
    case .withdraw: "the invite"
    case .unban: "they can come back then"
    case .letIn: "by an invite"
    case .decline: "their request to join"
    case .invite: "to the room"
    case .power: person.powers.map { power($0.level(of: person.user.id), in: $0) } ?? "unknown"
    }
  }

  /// What Enter does with the entry, in a word.
  private static func word(_ act: PersonAct) -> String {
    switch act {
    case .kick: "remove"
    case .ban: "ban"
    case .withdraw: "withdraw"
    case .unban: "end the ban"
    case .letIn: "let in"
    case .decline: "decline"
    case .invite: "invite"
    case .power: "change"
    }
  }

  /// A level in words.
  static func power(_ level: Int?, in powers: RoomPowers) -> String {
    level == powers.ordinary && level != 50 && level != 100
      ? "that of everybody (\(powers.ordinary))" : RoomSettingText.power(level)
  }

  /// Why the account cannot do something; empty when the server should let it.
  private static func refusal(
    _ act: PersonAct, _ person: PersonInRoom, own: UserID
  ) -> String {
    refusal(act.rule, person.powers, by: own, on: person.user.id)
  }

  /// Why the account cannot do something to somebody; empty when the server should let it.
  static func refusal(
    _ act: RoomPowers.Act, _ powers: RoomPowers?, by own: UserID, on user: UserID
  ) -> String {
    switch powers?.refusal(of: act, by: own, on: user) {
    case .power(let needed, let level)?: "It needs the power \(needed), and you have \(level)"
    case .equal?: "They have as much power as you"
    case .creator?: "Who created the room has all power"
    case nil: ""
    }
  }
}
