import Foundation
import GRDB
import MatrixWire
import ModelKit

/// Appends events to rooms together with the rows derived from them.
///
/// The caller has checked that the events are allowed.
struct EventAppender: Sendable {
  let clock: WallClock

  /// Appends an event to a room.
  ///
  /// - Parameters:
  ///   - target: The event that this one redacts.
  ///   - id: Nil to create an id.
  /// - Throws: `M_TOO_LARGE`.
  func append(
    _ draft: EventDraft, to room: RoomSnapshot, powers: RoomPowers,
    redacting target: StoredEvent? = nil, id: EventID? = nil, in context: WriteContext
  ) throws -> StoredEvent {
    var event = try makeEvent(draft, id: id, in: context)
    event.notifies = EventAttention.notifies(draft)
    let relation = draft.stateKey == nil ? EventRelation(draft.content) : nil
    let isInThread = relation?.kind == EventRelation.thread
    try insert(event, isInThread: isInThread, in: context.database)
    var room = room
    if let key = draft.stateKey {
      room = try setState(event, key, draft.content, in: room, context)
    } else {
      if let relation {
        try context.database.run(
          "INSERT INTO relations (parent, kind, child, key) VALUES (?, ?, ?, ?)",
          [relation.parent, relation.kind, event.position, relation.key])
        if isInThread { try ThreadRows.note(event, in: relation.parent, context.database) }
      }
    }
    try EventAttention(draft, event, isInThread: isInThread, room: room, powers: powers)
      .write(in: context)
    if let target {
      room = try EventRedactor(database: context.database).redact(target, by: event, in: room)
    }
    context.note(event, room: room)
    return event
  }

  private func makeEvent(
    _ draft: EventDraft, id: EventID?, in context: WriteContext
  ) throws -> StoredEvent {
    guard let id = id ?? EventID("$" + RandomText.opaque()) else { throw MatrixError.internalError }
    let timestamp = clock.now()
    let head = EventHead.encode(
      id: id, type: draft.type, sender: draft.sender, timestamp: timestamp,
      stateKey: draft.stateKey, content: draft.content, redacts: draft.redacts)
    guard EventHead.size(of: head, in: draft.room) <= Limits.event else {
      throw MatrixError.tooLarge("an event may have at most \(Limits.event) bytes")
    }
    return StoredEvent(
      position: context.nextPosition(), id: id, room: draft.room, sender: draft.sender,
      type: draft.type, stateKey: draft.stateKey, timestamp: timestamp, head: head,
      transaction: draft.transaction, redactedBy: nil)
  }

  private func insert(
    _ event: StoredEvent, isInThread: Bool, in database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO events (position, id, room, sender, type, state_key, timestamp, head, notifies,
        device, transaction_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        event.position, event.id, event.room, event.sender, event.type,
        event.stateKey, event.timestamp, Data(event.head),
        event.notifies ? (isInThread ? 2 : 1) : 0,
        event.transaction?.device, event.transaction?.id,
      ])
  }

  private func setState(
    _ event: StoredEvent, _ key: String, _ content: JSONObject, in room: RoomSnapshot,
    _ context: WriteContext
  ) throws -> RoomSnapshot {
    try context.database.run(
      """
      INSERT INTO state (room, type, state_key, position) VALUES (?, ?, ?, ?)
      ON CONFLICT (room, type, state_key) DO UPDATE SET position = excluded.position
      """, [event.room, event.type, key, event.position])
    let membership =
      event.type == EventType.member
      ? content["membership"]?.string.flatMap(Membership.init) : nil
    try setMembership(membership, event, key, before: room, context)
    let old = room
    var room = room
    room.set(event, key, content)
    try Self.checkSize(of: room, before: old, membership)
    return room
  }

  /// Bounds the state, because one response may hold all of it; leaving is always allowed.
  private static func checkSize(
    of room: RoomSnapshot, before old: RoomSnapshot, _ membership: Membership?
  ) throws {
    guard room.stateSize > Limits.roomState, room.stateSize > old.stateSize,
      membership != .leave, membership != .ban
    else { return }
    throw MatrixError.tooLarge("the state of a room may have at most \(Limits.roomState) bytes")
  }

  private func setMembership(
    _ membership: Membership?, _ event: StoredEvent, _ key: String, before room: RoomSnapshot,
    _ context: WriteContext
  ) throws {
    guard let membership, let user = UserID(key) else { return }
    try context.database.run(
      """
      INSERT INTO memberships (user, room, membership, position) VALUES (?, ?, ?, ?)
      ON CONFLICT (user, room) DO UPDATE SET
        membership = excluded.membership, position = excluded.position, is_forgotten = 0
      """, [user, room.id, membership.rawValue, event.position])
    // The room's members do not include its user yet, for example of an invitation.
    if membership != .join || room.membership(of: user) != .join { context.note(user: user) }
  }
}
