import GRDB
import MatrixWire
import ModelKit

extension Rooms {
  /// Creates a room with its first events in the order of the specification.
  ///
  /// - Throws: `M_ROOM_IN_USE` for an alias in use, `M_INVALID_ROOM_STATE` when the events
  ///   contradict each other, and the errors of the events themselves.
  func create(_ creation: RoomCreation, in context: WriteContext) throws -> RoomID {
    let room = try begin(creation, in: context)
    if let alias = creation.alias {
      let aliases = Aliases(database: context.database)
      guard try aliases.room(of: alias) == nil else {
        throw MatrixError(400, "M_ROOM_IN_USE", "\(alias.rawValue) is already taken")
      }
      try aliases.add(alias, to: room, by: creation.creator)
    }
    do {
      try join(room, user: creation.creator, in: context)
      for state in Self.state(of: creation) {
        _ = try send(
          EventDraft(
            room: room, sender: creation.creator, type: state.key.type, stateKey: state.key.key,
            content: state.content),
          in: context)
      }
    } catch let error as MatrixError where error.code == "M_FORBIDDEN" {
      throw MatrixError(400, "M_INVALID_ROOM_STATE", error.message)
    }
    for user in creation.invites {
      try invite(
        user, to: room, by: creation.creator, isDirect: creation.isDirect, in: context)
    }
    if creation.isListed { try list(room, isPublic: true, in: context) }
    return room
  }

  func list(_ room: RoomID, isPublic: Bool, in context: WriteContext) throws {
    try context.database.run("UPDATE rooms SET is_public = ? WHERE id = ?", [isPublic, room])
  }

  private func begin(_ creation: RoomCreation, in context: WriteContext) throws -> RoomID {
    let isNamedByEvent = creation.version.isRoomNamedByItsCreation
    let opaque = isNamedByEvent ? RandomText.opaque() : RandomText.letters(18)
    let name = isNamedByEvent ? "!\(opaque)" : "!\(opaque):\(configuration.serverName)"
    guard let id = RoomID(name), let first = EventID("$" + RandomText.opaque()) else {
      throw MatrixError.internalError
    }
    let room = RoomSnapshot(
      id: id, version: creation.version.rawValue, creator: creation.creator)
    try context.addRoom(room)
    _ = try append(
      EventDraft(
        room: id, sender: creation.creator, type: EventType.create, stateKey: "",
        content: creation.createContent),
      to: room, id: isNamedByEvent ? EventID("$" + opaque) : first, in: context)
    return id
  }

  /// The state between the creator's join and the invitations; the initial state of the request
  /// overrides the preset; `name` and `topic` override both.
  private static func state(of creation: RoomCreation) -> [RoomCreation.State] {
    var given: [StateKey: JSONObject] = [:]
    var order: [StateKey] = []
    for state in creation.initialState {
      if given.updateValue(state.content, forKey: state.key) == nil { order.append(state.key) }
    }
    var states: [RoomCreation.State] = []
    func add(_ type: String, _ content: JSONObject) {
      states.append(RoomCreation.State(key: StateKey(type), content: content))
    }
    let levels = given.removeValue(forKey: StateKey(EventType.powerLevels))
    add(EventType.powerLevels, levels ?? creation.powerContent)
    if let alias = creation.alias, given[StateKey(EventType.canonicalAlias)] == nil {
      add(EventType.canonicalAlias, ["alias": .string(alias.rawValue)])
    }
    for (type, content) in creation.preset.state where given[StateKey(type)] == nil {
      add(type, content)
    }
    if creation.name != nil { given[StateKey(EventType.name)] = nil }
    if creation.topic != nil { given[StateKey(EventType.topic)] = nil }
    for key in order {
      if let content = given[key] { states.append(RoomCreation.State(key: key, content: content)) }
    }
    if let name = creation.name { add(EventType.name, ["name": .string(name)]) }
    if let topic = creation.topic {
      let text: JSONValue = ["m.text": [["body": .string(topic)]]]
      add(EventType.topic, ["topic": .string(topic), "m.topic": text])
    }
    return states
  }
}
