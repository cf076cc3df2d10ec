package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Joining, asking to be let in, leaving and creating.
extension MatrixRoomsController {
  package func join(_ address: String) -> Signal<RoomID, RequestError> {
    guard let place = RoomAddress(String(address.trimmedOfSpaces)) else {
      return .failed(RequestError(operation: .join, reason: .invalidInput(address)))
    }
    let servers = servers(for: place)
    let inviter = place.room.flatMap { store.current.rooms[$0]?.directInviter }
    return .from { [network, directRooms] () async throws(RequestError) -> RoomID in
      let room = try await network.request(.join(place.name, via: servers)).room(.join)
      // Source: Matrix client-server API, "Direct Messaging". Opening the room does not wait for
      // this.
      if let inviter { Task { await directRooms.mark(room, with: inviter) } }
      return room
    }
  }

  package func knock(_ address: String, reason: String) -> Signal<RoomID, RequestError> {
    guard let place = RoomAddress(String(address.trimmedOfSpaces)) else {
      return .failed(RequestError(operation: .knock, reason: .invalidInput(address)))
    }
    let servers = servers(for: place)
    return .from { [network] () async throws(RequestError) -> RoomID in
      try await network.request(.knock(place.name, via: servers, reason: reason)).room(.knock)
    }
  }

  /// The servers to join through: those of a link, the one in the room's id, the inviter's, and those of
  /// the rooms that lead to it.
  private func servers(for place: RoomAddress) -> [String] {
    guard let room = place.room else { return place.servers }
    var servers = place.servers
    if let server = place.serverName { servers.append(server) }
    let rooms = store.current.rooms
    if let inviter = rooms[room]?.inviter?.serverName { servers.append(String(inviter)) }
    let leading = rooms.values.filter { other in
      other.replacement == room || other.children.contains { $0.room == room }
    }
    for other in leading.prefix(3) {
      let names = [other.alias?.rawValue, other.id.rawValue].compactMap { $0 }
      servers += names.compactMap { RoomAddress($0)?.serverName }
    }
    return servers.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }

  package func leave(_ room: RoomID) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.leave(room))
    }
  }

  package func forget(_ room: RoomID) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      if store.current.rooms[room]?.membership != .left {
        try await network.request(.leave(room))
      }
      try await network.request(.forget(room))
      try await store.change { try $0.forgetHistory(of: room, $1) }
    }
  }

  package func create(_ room: NewRoom) -> Signal<RoomID, RequestError> {
    let server = String(store.userID.serverName)
    let made = Signal<RoomID, RequestError>.from {
      [network, store] () async throws(RequestError) -> RoomID in
      let id = try await network.request(.createRoom(room.body(server: server))).room(.createRoom)
      // Its messages must not go out in the clear even if the server, perhaps by intent, leaves the setting
      // out. The room is there, so a failure here is none of its creation: the outbox asks the server, too.
      if room.isEncrypted { try? await store.expectEncryption(of: id) }
      return id
    }
    guard let space = room.space else { return made }
    return made.flatMap(.concat) { [network] id in
      let link = Signal<RoomID, RequestError>.from { () async throws(RequestError) -> RoomID in
        try await network.request(
          .setChild(id, of: space, through: server, for: .addToSpace))
        return id
      }
      return .concat([.just(id), link.flatMap(.concat) { _ in .empty }])
    }
  }

  package func add(_ room: RoomID, to space: RoomID) -> Signal<Void, RequestError> {
    setChild(room, of: space, through: String(store.userID.serverName))
  }

  package func remove(_ room: RoomID, from space: RoomID) -> Signal<Void, RequestError> {
    setChild(room, of: space, through: nil)
  }

  private func setChild(
    _ room: RoomID, of space: RoomID, through server: String?
  ) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.setChild(room, of: space, through: server, for: .changeSpace))
    }
  }
}

extension NewRoom {
  /// The request for the room.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/createRoom`.
  fileprivate func body(server: String) -> JSONValue {
    let isPublic = access == .everybody
    var body: JSONObject = [
      "preset": .string(isPublic ? "public_chat" : "private_chat"),
      "visibility": .string(isPublic ? "public" : "private"),
      "invite": .array(invited.map { .string($0.rawValue) }),
    ]
    if !name.isEmpty { body["name"] = .string(name) }
    if let topic, !topic.isEmpty { body["topic"] = .string(topic) }
    if let localAlias, !localAlias.isEmpty { body["room_alias_name"] = .string(localAlias) }
    if isSpace {
      body["creation_content"] = ["type": "m.space"]
      // Nobody would see messages of a space.
      body["power_level_content_override"] = ["events_default": 100]
    }
    var state: [JSONValue] = []
    if let rule { state.append(["type": .string(EventType.joinRules), "content": rule]) }
    if isEncrypted {
      state.append([
        "type": .string(EventType.encryption), "content": ["algorithm": "m.megolm.v1.aes-sha2"],
      ])
    }
    if let space {
      state.append([
        "type": .string(EventType.spaceParent), "state_key": .string(space.rawValue),
        "content": ["canonical": true, "via": [.string(server)]],
      ])
    }
    if !state.isEmpty { body["initial_state"] = .array(state) }
    return .object(body)
  }

  /// The rule that the preset does not have.
  private var rule: JSONValue? {
    switch access {
    case .nobody, .everybody: return nil
    case .whoAsks: return ["join_rule": "knock"]
    case .spaceMembers:
      guard let space else { return nil }
      return [
        "join_rule": "restricted",
        "allow": [["type": "m.room_membership", "room_id": .string(space.rawValue)]],
      ]
    }
  }
}

extension String {
  fileprivate var trimmedOfSpaces: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return text
  }
}
