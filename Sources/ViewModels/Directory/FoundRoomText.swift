import Controllers
import Models

/// The words about a room that the account may not be in.
nonisolated enum FoundRoomText {
  static func name(_ room: FoundRoom) -> String {
    let name = room.name.flatMap(Names.visible) ?? room.alias?.rawValue ?? room.id.rawValue
    return Names.label(name)
  }

  static func facts(_ room: FoundRoom, _ membership: Room.Membership?) -> String {
    let count = room.joinedCount
    return [
      room.isSpace ? "space" : nil,
      count == 1 ? "1 member" : "\(CountText.grouped(count)) members",
      room.alias?.rawValue, standing(room, membership),
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func standing(_ room: FoundRoom, _ membership: Room.Membership?) -> String? {
    switch (membership, room.entry) {
    case (.joined, _): "you are in it"
    case (.invited, _): "you are invited"
    case (.asking, _): "you asked to join"
    case (_, .join): nil
    case (_, .knock): "members let people in who ask"
    case (_, .joinOrKnock): "for members of certain rooms, and who asks"
    case (_, .invite): "members only"
    }
  }

  /// What Enter does.
  static func action(_ room: FoundRoom, _ membership: Room.Membership?) -> String {
    switch (membership, room.entry) {
    case (.joined, _): room.isSpace ? "show rooms" : "open"
    case (.asking, _): ""
    case (.invited, _), (_, .join), (_, .joinOrKnock): "join"
    case (_, .knock): "ask to join"
    case (_, .invite): ""
    }
  }

  static func refusal(_ room: FoundRoom, _ membership: Room.Membership?) -> String {
    if membership == .asking { return "You asked already: somebody has to let you in" }
    guard membership != .joined, membership != .invited, room.entry == .invite else { return "" }
    return "Only who is invited can join this room"
  }
}

extension SheetRow {
  nonisolated init(_ room: FoundRoom, _ membership: Room.Membership?) {
    self.init(
      id: RowID(room.id), nameText: FoundRoomText.name(room),
      factsText: FoundRoomText.facts(room, membership),
      wordsText: Names.oneLine(Names.brief(room.topic ?? "")),
      action: FoundRoomText.action(room, membership),
      refusal: FoundRoomText.refusal(room, membership))
  }
}
