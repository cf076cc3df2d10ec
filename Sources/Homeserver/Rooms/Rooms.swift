import GRDB
import MatrixWire
import ModelKit

/// Everything that changes rooms, and the room directory.
///
/// Methods with a `WriteContext` run on the writer's queue; the others may run anywhere.
final class Rooms: Sendable {
  let store: Store
  let configuration: HomeserverConfiguration
  let limits: RoomLimits
  private let appender: EventAppender

  init(store: Store, configuration: HomeserverConfiguration) {
    self.store = store
    self.configuration = configuration
    limits = RoomLimits(configuration)
    appender = EventAppender(clock: configuration.clock)
  }

  /// Appends an event to its room if its sender may send it.
  ///
  /// A repeated transaction id and repeated state create no new event.
  ///
  /// - Returns: The new event or the earlier one that it repeats.
  ///
  /// - Throws: `MatrixError`: `M_FORBIDDEN` (also for a missing room, because only members may know
  ///   whether it exists), `M_BAD_JSON`, `M_TOO_LARGE`, and the errors of redactions, relations and
  ///   canonical aliases.
  func send(_ draft: EventDraft, in context: WriteContext) throws -> StoredEvent {
    if let earlier = try EventRows.repeated(draft, in: context.database) { return earlier }
    guard let room = try context.room(draft.room) else {
      throw MatrixError.forbidden("\(draft.sender.rawValue) is not in the room")
    }
    return try append(draft, to: room, id: nil, in: context)
  }

  /// As `send`; `id` sets the id of a room's first event.
  func append(
    _ draft: EventDraft, to room: RoomSnapshot, id: EventID?, in context: WriteContext
  ) throws -> StoredEvent {
    var draft = try EventChecks.checked(draft)
    let powers = try powers(of: room, for: draft)
    if draft.type == EventType.member {
      draft = try completed(member: draft, in: room, powers, context)
    }
    let authorization = Authorization(room: room, powers: powers)
    try authorization.check(draft)
    if let same = try unchanged(draft, in: room, context) { return same }
    if draft.type == EventType.canonicalAlias, draft.stateKey == "" {
      try Aliases(database: context.database).check(draft, old: room.content(draft.type))
    }
    if draft.stateKey == nil, let relation = EventRelation(draft.content) {
      try RelationRules.check(relation, of: draft, in: context.database)
    }
    let target = try target(of: &draft, authorization, in: context)
    return try appender.append(
      draft, to: room, powers: powers, redacting: target, id: id, in: context)
  }

  private func powers(of room: RoomSnapshot, for draft: EventDraft) throws -> RoomPowers {
    do {
      return try RoomPowers(of: room)
    } catch {
      // Leaving requires no power, even in a room with unreadable power levels.
      guard draft.isOwnDeparture else { throw error }
      return RoomPowers(levels: nil, creators: [], areCreatorsAbove: false)
    }
  }

  /// The current state event if it equals the draft.
  private func unchanged(
    _ draft: EventDraft, in room: RoomSnapshot, _ context: WriteContext
  ) throws -> StoredEvent? {
    guard let key = draft.stateKey, let entry = room[draft.type, key],
      entry.sender == draft.sender, room.content(draft.type, key) == draft.content
    else { return nil }
    return try EventRows.event(entry.event, in: context.database)
  }

  /// The event that a redaction names.
  ///
  /// - Throws: `M_NOT_FOUND` when the room does not have it, and `M_FORBIDDEN`.
  private func target(
    of draft: inout EventDraft, _ authorization: Authorization, in context: WriteContext
  ) throws -> StoredEvent? {
    guard draft.type == EventType.redaction, draft.stateKey == nil else { return nil }
    guard let id = draft.content["redacts"]?.string.flatMap(EventID.init) else {
      throw MatrixError.badJSON("'redacts' must be a valid event id")
    }
    guard let target = try EventRows.event(id, in: context.database), target.room == draft.room
    else { throw MatrixError.notFound("the event does not exist in this room") }
    try authorization.checkRedaction(of: target, by: draft.sender)
    draft.redacts = id
    return target
  }
}

extension EventDraft {
  /// Whether the sender leaves or declines an invitation.
  fileprivate var isOwnDeparture: Bool {
    type == EventType.member && stateKey == sender.rawValue
      && content["membership"]?.string == Membership.leave.rawValue
  }
}
