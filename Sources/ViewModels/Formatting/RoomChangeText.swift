import Models

/// One sentence about a change of the room.
struct RoomChangeText {
  let name: (UserID) -> String

  /// The number of people whose new powers are told one by one.
  private static let fewPeople = 3

  func sentence(_ change: RoomChange, by actor: String) -> String {
    switch change {
    case .picture(let isRemoved): "\(actor) \(isRemoved ? "removed" : "changed") the room's picture"
    case .address(let address?): "\(actor) gave the room the address \(address)"
    case .address(nil): "\(actor) removed the room's address"
    case .joinRule(let rule): "\(actor) \(joining(rule))"
    case .historyVisibility(let rule): "\(actor) \(reading(rule))"
    case .guestAccess(let isOpen):
      "\(actor) \(isOpen ? "lets guests join" : "no longer lets guests join")"
    case .powers(let changes): "\(actor) \(powers(changes))"
    case .servers: "\(actor) changed which servers may take part"
    case .pins(let added, let removed): "\(actor) \(pins(added, removed))"
    case .outsideInvite(let name):
      "\(actor) invited \(Names.oneLine(name)), who is not here yet"
    case .replacement(let words):
      "\(actor) moved the room to a new one" + (words.map { ": \(Names.oneLine($0))" } ?? "")
    }
  }

  private func pins(_ added: Int, _ removed: Int) -> String {
    func messages(_ count: Int) -> String { count == 1 ? "a message" : "\(count) messages" }
    switch (added, removed) {
    case (0, 0): return "changed the order of the pinned messages"
    case (_, 0): return "pinned \(messages(added))"
    case (0, _): return "unpinned \(messages(removed))"
    default: return "pinned \(messages(added)) and unpinned \(messages(removed))"
    }
  }

  private func joining(_ rule: String) -> String {
    switch rule {
    case "public": "opened the room to everybody"
    case "invite", "private": "made the room open to invited people only"
    case "knock": "lets people ask to join"
    case "restricted", "knock_restricted": "lets members of certain rooms join"
    default: "changed who may join"
    }
  }

  private func reading(_ rule: String) -> String {
    switch rule {
    case "world_readable": "lets everybody read the room, members or not"
    case "shared": "lets members read all older messages"
    case "invited": "lets members read messages since their invite"
    case "joined": "lets members read messages since they joined"
    default: "changed who may read older messages"
    }
  }

  private func powers(_ changes: [PowerChange]) -> String {
    guard !changes.isEmpty else { return "changed what members may do" }
    let told = changes.prefix(Self.fewPeople).map(power)
    let rest = changes.count - told.count
    let more = rest > 0 ? ["and changed the powers of \(rest) more"] : []
    return (told + more).joined(separator: ", ")
  }

  private func power(_ change: PowerChange) -> String {
    let person = name(change.user)
    return switch change.level {
    case _ where change.isOrdinary: "made \(person) an ordinary member"
    case 100: "made \(person) an administrator"
    case 50: "made \(person) a moderator"
    default: "gave \(person) the power level \(change.level)"
    }
  }
}
