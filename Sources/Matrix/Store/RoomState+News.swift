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

  /// Takes over the account's read marker and its own receipt.
  mutating func applyMarkers(
    _ lists: [RawBareEvents], own: UserID, _ tables: AccountTables
  ) throws {
    for event in lists.joined() { try applyMarker(event, own: own, tables) }
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

  /// Finds the account's own receipts: for the whole room, its own history or a thread.
  ///
  /// The public and the private receipt may be at different events; the later one counts.
  private mutating func applyReceipts(
    _ content: JSONValue, own: UserID, _ tables: AccountTables
  ) throws {
    for member in content.object ?? [:] {
      for kind in ["m.read", "m.read.private"] {
        guard let receipt = member.value[kind]?[own.rawValue] else { continue }
        guard let event = EventID(member.key) else { continue }
        let thread = receipt["thread_id"]?.string
        if let root = thread.flatMap({ EventID($0) }) {
          let known = try tables.receipt(ofThread: root, in: number)
          guard try !isBehind(known, event, tables) else { continue }
          try tables.setReceipt(event, ofThread: root, in: number)
        } else if thread == nil || thread == "main" {
          if try !isBehind(readReceipt, event, tables) { readReceipt = event }
          guard thread == nil, try !isBehind(wholeReceipt, event, tables) else { continue }
          wholeReceipt = event
        }
      }
    }
  }

  private func isBehind(
    _ receipt: EventID?, _ event: EventID, _ tables: AccountTables
  ) throws -> Bool {
    guard let receipt, let old = try tables.position(of: receipt, in: number) ?? nil,
      let new = try tables.position(of: event, in: number) ?? nil
    else { return false }
    return new < old
  }
}
