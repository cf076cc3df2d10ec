import Controllers
import Models

/// The words about the people of a room.
nonisolated enum RoomPersonText {
  static func rows(
    _ people: [RoomPerson], _ settings: RoomSettings?, _ powers: RoomPowers?, own: UserID
  ) -> [SheetRow] {
    people.map { person in
      let refusal = refusal(person, settings, powers, own: own)
      return SheetRow(
        id: RowID(person.user.id.rawValue), nameText: PersonText.name(person.user),
        factsText: facts(person),
        wordsText: person.reason.flatMap(Names.visible).map(Names.brief) ?? "",
        action: refusal.isEmpty ? action(person) : "", refusal: refusal)
    }
  }

  private static func facts(_ person: RoomPerson) -> String {
    switch person.standing {
    case .joined: person.power == 0 ? "" : RoomSettingText.power(person.power)
    case .invited: person.power == 0 ? "invited" : "invited, \(RoomSettingText.power(person.power))"
    case .asking, .banned: ""
    }
  }

  private static func action(_ person: RoomPerson) -> String {
    switch person.standing {
    case .joined, .invited: "power"
    case .asking: "answer"
    case .banned: "end the ban"
    }
  }

  /// Why the account cannot change anything about a person; empty when the server may let it.
  private static func refusal(
    _ person: RoomPerson, _ settings: RoomSettings?, _ powers: RoomPowers?, own: UserID
  ) -> String {
    switch person.standing {
    case .joined, .invited: settings.map { refusal(person, $0, own: own) } ?? ""
    case .asking: PersonText.refusal(.invite, powers, by: own, on: person.user.id)
    case .banned: PersonText.refusal(.unban, powers, by: own, on: person.user.id)
    }
  }

  /// Why the account cannot change the power of a member.
  private static func refusal(
    _ person: RoomPerson, _ settings: RoomSettings, own: UserID
  ) -> String {
    guard let level = person.power else { return "Who created the room has all power" }
    guard settings.canChange(.power) else { return RoomSettingText.refusal(.power, settings) }
    if let ownPower = settings.ownPower, level >= ownPower, person.user.id != own {
      return "They have as much power as you"
    }
    return ""
  }
}
