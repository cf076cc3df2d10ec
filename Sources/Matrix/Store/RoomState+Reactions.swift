import Controllers
import Models

extension RoomState {
  /// Who has reacted to a message.
  func reactions(
    to message: Message.ID, _ around: RoomSurroundings
  ) throws -> MessageReactions {
    guard let event = try event(of: message, around.tables),
      let line = try around.tables.line(ofEvent: event, in: number),
      line.message(in: id).content != .redacted
    else { return MessageReactions(kinds: []) }
    let limit = Limits.reactionPeople
    let found = try around.tables.reactionPeople(of: event, in: number, limit: limit + 1)
    var kinds: [(key: String, people: [User])] = []
    for (key, user) in found.prefix(limit) {
      if kinds.last?.key != key { kinds.append((key, [])) }
      kinds[kinds.count - 1].people.append(try around.user(user, in: self))
    }
    return MessageReactions(
      kinds: kinds.map { .init(key: $0.key, people: $0.people) }, isCut: found.count > limit)
  }
}

extension StoreQuery<MessageReactions> {
  static func reactions(to message: Message.ID, in room: RoomID) -> Self {
    Self(
      value: { contents, tables in
        try contents.rooms[room]?.reactions(to: message, contents.surroundings(tables))
          ?? MessageReactions(kinds: [])
      },
      isAffected: { $0.rooms.contains(room) })
  }
}
