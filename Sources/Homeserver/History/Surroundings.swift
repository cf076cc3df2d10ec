import GRDB

/// An event with what stands around it.
struct Surroundings: Sendable {
  let event: StoredEvent
  /// Newest first.
  let before: [StoredEvent]
  /// Oldest first.
  let after: [StoredEvent]

  /// - Parameter limit: Of the events around it together; the odd one comes after it.
  init(
    of event: StoredEvent, limit: Int, _ filter: PageFilter, _ access: RoomAccess,
    from database: Database
  ) throws {
    self.event = event
    before = try filter.page(
      PageRequest(isBackwards: true, from: event.position - 1, limit: limit / 2), access,
      from: database
    ).events
    after = try filter.page(
      PageRequest(isBackwards: false, from: event.position, limit: limit - limit / 2), access,
      from: database
    ).events
  }

  var all: [StoredEvent] { before + [event] + after }

  /// The place before the first of them.
  var start: Int64 { (before.last ?? event).position - 1 }

  /// The place behind the last of them.
  var end: Int64 { (after.last ?? event).position }
}
