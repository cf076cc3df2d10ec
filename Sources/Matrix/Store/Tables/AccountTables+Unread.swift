import GRDB
import MatrixWire
import Models

/// The messages of others in a room that the account has not read.
struct UnreadLines: Equatable {
  var messages = 0
  /// Those that mention the account.
  var mentions = 0
  /// False when messages may be missing among them.
  var isExact = true
  /// Where the account joined the room, if it did after the read position.
  var joinedAt: Int64?
}

extension AccountTables {
  /// Counts the messages of others after the account's read position, up to a limit.
  ///
  /// The account has read up to its receipt, its read marker or its join, whichever is later.
  func unreadLines(
    of room: Int64, for own: UserID, receipt: EventID?, marker: EventID?
  ) throws -> UnreadLines {
    let gapped = try gappedChunk(of: room, before: nil)
    let start = gapped.map { $0.first - 1 } ?? 0
    let read = try receipt.flatMap { try position(of: $0, in: room) ?? nil }
    let marked = try marker.flatMap { try position(of: $0, in: room) ?? nil }
    // A receipt of unknown place may be in the gap before the newest events, after the marker.
    let known = [read ?? (receipt == nil ? nil : start), marked].compactMap { $0 }.max()
    let isKnown = read != nil || (receipt == nil && marked != nil)
    var unread = UnreadLines()
    unread.isExact = gapped == nil || (isKnown && known.map { $0 >= start } == true)
    for (line, position, _) in try newestLines(of: room, after: known ?? start) {
      if case .membership(let change) = line.content, change.user == own, change.kind == .joined {
        unread.isExact = true
        unread.joinedAt = position
        break
      }
      unread.count(line, for: own)
    }
    return unread
  }

  /// The lines after a place that are not redacted, newest first.
  private func newestLines(of room: Int64, after position: Int64) throws -> [Read] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT position, transaction_id, json FROM events AS line
          WHERE room = ? AND kind = ? AND position > ? AND NOT EXISTS (
            SELECT 1 FROM events WHERE room = line.room AND target = line.id AND kind = ?)
          ORDER BY position DESC LIMIT ?
          """),
      arguments: [
        room, EventKind.line.rawValue, position, EventKind.redaction.rawValue, Limits.unreadLines,
      ]
    ).compactMap(Self.read)
  }
}

extension UnreadLines {
  /// Counts a message unless it is the account's own.
  mutating func count(_ line: Line, for own: UserID) {
    guard line.sender != own, line.notifies else { return }
    messages += 1
    if line.mentions?.isForRoom == true || line.mentions?.users.contains(own) == true {
      mentions += 1
    }
  }
}

extension Line {
  /// Whether servers count the message as unread: notices and changes of the room do not.
  fileprivate var notifies: Bool {
    if case .text(let text) = content, text.kind == .notice { return false }
    return !isRedacted && content.isPreview
  }
}

extension StoreContents {
  /// Takes over the server's counts, or counts when the server does not.
  ///
  /// While messages after the read position may be missing, a larger number of the server is right.
  func applyCounts(
    _ counts: RawUnreadCounts?, threads: [String: RawUnreadCounts] = [:],
    to room: inout RoomState, _ tables: AccountTables
  ) throws {
    guard countsUnread else {
      if counts != nil { try room.showUnread(threads.told, tables) }
      room.unreadCount = counts?.notifications.map { max(0, $0) } ?? room.unreadCount
      room.mentionCount = counts?.highlights.map { max(0, $0) } ?? room.mentionCount
      return
    }
    let unread = try tables.unreadLines(
      of: room.number, for: userID, receipt: room.readReceipt, marker: room.fullyRead)
    let inThreads = try tables.unreadThreads(
      of: room.number, for: userID, receipt: room.wholeReceipt, joinedAt: unread.joinedAt)
    // Sliding sync counts what is unread in threads too.
    let told = (
      counts?.notifications.map { $0 - inThreads.values.reduce(0) { $0 + $1.messages } }
        ?? room.unreadCount,
      counts?.highlights.map { $0 - inThreads.values.reduce(0) { $0 + $1.mentions } }
        ?? room.mentionCount
    )
    room.unreadCount = unread.isExact ? unread.messages : max(unread.messages, told.0)
    room.mentionCount = unread.isExact ? unread.mentions : max(unread.mentions, told.1)
    try room.showUnread(inThreads, tables)
  }
}
