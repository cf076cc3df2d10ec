import MatrixWire
import ModelKit
import Models

extension RoomState {
  /// Resets a room that the account was not in before.
  mutating func enter(_ tables: AccountTables) throws {
    var fresh = RoomState(id: id, number: number, membership: .joined)
    fresh.isEncrypted = isEncrypted
    fresh.unsent = unsent
    fresh.latestEvent = latestEvent
    fresh.latestSender = latestSender
    fresh.lastActivity = lastActivity
    try tables.removeMembers(of: number)
    self = fresh
  }

  /// Takes over what a summary has of member counts and heroes.
  mutating func apply(_ summary: RawRoomSummary?) {
    guard let summary else { return }
    if let heroes = summary.heroes { self.heroes = heroes.prefix(5).compactMap { UserID($0) } }
    if let count = summary.joinedCount { joinedCount = max(0, count) }
    if let count = summary.invitedCount { invitedCount = max(0, count) }
  }

  /// Takes over the account's read marker and the receipts.
  mutating func applyMarkers(
    _ lists: [RawBareEvents], own: UserID, _ tables: AccountTables
  ) throws {
    var marks: [String: Bool] = [:]
    for event in lists.joined() {
      if event.type == EventType.tag { apply(tags: event.content) }
      if Self.isMark(event.type) { marks[event.type] = event.content["unread"]?.boolean ?? false }
      try applyMarker(event, own: own, tables)
    }
    apply(marks: marks)
  }

  private mutating func applyMarker(
    _ event: RawBareEvent, own: UserID, _ tables: AccountTables
  ) throws {
    switch event.type {
    case EventType.fullyRead:
      fullyRead = event.content["event_id"]?.string.flatMap { EventID($0) } ?? fullyRead
    case EventType.receipt: try applyReceipts(event.content, own: own, tables)
    default: break
    }
  }
}
