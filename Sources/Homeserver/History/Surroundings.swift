import GRDB

/// An event with what stands around it.
struct Surroundings: Sendable {
  let event: StoredEvent
  /// What belongs to it.
  private(set) var extras = EventExtras.none
  /// Newest first.
  let before: Page
  /// Oldest first.
  let after: Page

  /// - Parameters:
  ///   - limit: Of the events around it together; the odd one comes after it.
  ///   - sizeLimit: Of them together, in bytes.
  init(
    of event: StoredEvent, limit: Int, sizeLimit: Int, _ filter: EventSelection,
    _ access: RoomAccess,
    for user: UserID, from database: Database
  ) throws {
    self.event = event
    before = try access.page(
      PageRequest(
        isBackwards: true, from: event.position - 1, limit: limit / 2, sizeLimit: sizeLimit / 2),
      filter, for: user, from: database)
    after = try access.page(
      PageRequest(
        isBackwards: false, from: event.position, limit: limit - limit / 2,
        sizeLimit: sizeLimit / 2), filter, for: user, from: database)
    try access.extrasReader(for: user, from: database)(event, &extras)
  }

  var all: [StoredEvent] { before.events + [event] + after.events }

  /// The place before the first of them.
  var start: Int64 { (before.events.last ?? event).position - 1 }

  /// The place behind the last of them.
  var end: Int64 { (after.events.last ?? event).position }
}
