import GRDB
import MatrixWire
import ModelKit

extension Rooms {
  /// The endpoint that replaces a room by one of another version.
  ///
  /// Source: Matrix client-server API, "Room Upgrades".
  var upgradeRoutes: [Route] {
    Route.user("POST", "client/rooms/:room/upgrade") { [self] request, requester in
      let id: RoomID = try request.identifier("room")
      guard let text = try await request.body(RawUpgradeRoom.self).newVersion else {
        throw MatrixError.missing("new_version")
      }
      guard let version = RoomVersion(rawValue: text) else { throw MatrixError.unknownRoomVersion }
      try limits.rooms.take(requester.user)
      let new = try await store.write {
        try self.upgrade(id, to: version, by: requester.user, in: $0)
      }
      return .json(["replacement_room": .string(new.rawValue)] as JSONValue)
    }
  }

  /// Creates the new room, with what people know of the old one, and closes that.
  ///
  /// - Throws: `M_NOT_FOUND`, and `M_FORBIDDEN` for a user who may not close the old room.
  func upgrade(
    _ id: RoomID, to version: RoomVersion, by user: UserID, in context: WriteContext
  ) throws -> RoomID {
    guard let old = try context.room(id) else { throw MatrixError.noRoom }
    let powers = try RoomPowers(of: old)
    var tombstone = EventDraft(
      room: id, sender: user, type: EventType.tombstone, stateKey: "", content: [:])
    try Authorization(room: old, powers: powers).check(tombstone)
    guard let event = EventID("$" + RandomText.opaque()) else { throw MatrixError.internalError }
    let replacement = RoomReplacement(
      old: old, powers: powers, tombstone: event, version: version, user: user)
    let new = try create(replacement.creation, in: context)
    try fill(new, from: replacement, in: context)
    tombstone.content = [
      "body": "This room has been replaced", "replacement_room": .string(new.rawValue),
    ]
    _ = try append(tombstone, to: old, id: event, in: context)
    for content in replacement.closing {
      try sendIfAllowed(content.type, content.content, to: id, by: user, in: context)
    }
    return new
  }

  /// Moves the aliases and the place in the directory, repeats the bans, and sets the levels last,
  /// because they may take away the power for the rest.
  private func fill(
    _ new: RoomID, from replacement: RoomReplacement, in context: WriteContext
  ) throws {
    let (old, user) = (replacement.old, replacement.user)
    try context.database.run("UPDATE aliases SET room = ? WHERE room = ?", [new, old.id])
    if let aliases = old.content(EventType.canonicalAlias) {
      try sendIfAllowed(EventType.canonicalAlias, aliases, to: new, by: user, in: context)
    }
    if try PublicRooms(database: context.database).isListed(old.id) == true {
      try list(new, isPublic: true, in: context)
      try list(old.id, isPublic: false, in: context)
    }
    for (banned, membership) in old.members where membership == .ban && banned != user {
      let reason = old.content(EventType.member, banned.rawValue)?["reason"]?.string
      try ban(banned, from: new, by: user, reason: reason, in: context)
    }
    guard let levels = replacement.powerContent else { return }
    _ = try send(
      EventDraft(
        room: new, sender: user, type: EventType.powerLevels, stateKey: "", content: levels),
      in: context)
  }

  private func sendIfAllowed(
    _ type: String, _ content: JSONObject, to room: RoomID, by user: UserID,
    in context: WriteContext
  ) throws {
    do {
      try context.attempt {
        _ = try send(
          EventDraft(room: room, sender: user, type: type, stateKey: "", content: content), in: $0)
      }
    } catch let error as MatrixError where error.status < 500 {
      // The rooms are connected without it.
    }
  }
}
