import GRDB
import MatrixWire
import ModelKit

extension SlidingReader {
  /// Adds the global account data; returns what changed in rooms since the last response.
  func globalAccountData(_ content: inout SlidingContent) throws -> [RoomID?: [AccountDatum]] {
    guard request.extensions?.accountData?.isEnabled == true else { return [:] }
    var since = reader
    if told != nil, told?.accountData == nil {
      // The client has enabled the extension just now.
      since = reader.continuing(since: -1, timelineLimit: 0)
    } else if let old = told?.accountData {
      since = reader.continuing(since: old, timelineLimit: 0)
    }
    content.accountData = try since.accountData()[nil] ?? []
    content.next.accountData = position
    return try reader.accountData()
  }

  /// - Parameter changes: What changed since the last response.
  func accountData(
    of room: RoomID, in lists: Set<String>, _ old: SlidingPosition.Room?,
    _ changes: [RoomID?: [AccountDatum]], _ next: inout SlidingPosition.Room
  ) throws -> [AccountDatum] {
    guard request.extensions?.accountData?.applies(to: room, in: lists) == true else { return [] }
    next.accountData = position
    guard old?.accountData ?? -1 != reader.since else { return changes[room] ?? [] }
    return try reader.accountData(of: room, after: old?.accountData ?? -1)
  }

  /// The receipts of a room that the user is in.
  ///
  /// With a timeline that replaces the client's, those of its events and the user's own: others
  /// would grow the response with the number of members.
  func receipts(
    of standing: SyncReader.Standing, in lists: Set<String>, _ room: SlidingRoom?,
    _ old: SlidingPosition.Room?, _ next: inout SlidingPosition.Room
  ) throws -> [ReceiptChange] {
    guard standing.membership == .join,
      request.extensions?.receipts?.applies(to: standing.room, in: lists) == true
    else { return [] }
    next.receipts = position
    guard let last = old?.receipts, room?.isInitial != true, room?.isExpanded != true else {
      let events = Set(room?.timeline?.events.map(\.id) ?? [])
      return try ReceiptRows.changes(in: standing.room, after: -1, for: user, from: database)
        .filter { $0.user == user || events.contains($0.event) }
    }
    if last == reader.since, let changed, !changed.contains(standing.room) { return [] }
    return try ReceiptRows.changes(in: standing.room, after: last, for: user, from: database)
  }
}
