import GRDB
import MatrixPush
import MatrixWire
import ModelKit
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

/// A message of others, or an edit, and what it means to the account.
struct JudgedLine {
  /// Nil for an edit, which counts when it mentions the account.
  let line: Line?
  let sender: UserID
  let position: Int64
  let outcome: PushOutcome
}

extension AccountTables {
  /// Counts the messages of others after the account's read position, up to a limit.
  ///
  /// The account has read up to its receipt, its read marker, its own last message or its join, whichever
  /// is latest. (Source: Matrix client-server API, "Receiving notifications".)
  func unreadLines(
    of room: Int64, for own: UserID, receipt: EventID?, marker: EventID?, _ judge: PushJudge
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
    for judged in try newestLines(
      of: room, [.line, .edit], after: known ?? start, judge, removedOf: own)
    {
      if case .membership(let change)? = judged.line?.content, change.user == own,
        change.kind == .joined
      {
        unread.isExact = true
        unread.joinedAt = judged.position
        break
      }
      if judged.sender == own, judged.line?.content.isPreview == true {
        unread.isExact = true
        break
      }
      unread.count(judged, for: own)
    }
    return unread
  }

  /// The lines of some kinds after a place that are not redacted, newest first.
  ///
  /// - Parameter own: Whose own lines are among them also when they are redacted: they were written by one who
  ///   had read what stands before them.
  func newestLines(
    of room: Int64, _ kinds: [EventKind], after position: Int64, _ judge: PushJudge,
    removedOf own: UserID? = nil
  ) throws -> [JudgedLine] {
    let newest = kinds.map { kind in
      """
      SELECT * FROM (
        SELECT position, number, push, json FROM events AS line
        WHERE room = ?1 AND kind = \(kind.rawValue) AND position > ?2 AND (
          kind IN (\(EventKind.line.rawValue), \(EventKind.threadLine.rawValue)) AND sender = ?4
          OR NOT EXISTS (
            SELECT 1 FROM events WHERE room = line.room AND target = line.id
              AND kind = \(EventKind.redaction.rawValue)))
        ORDER BY position DESC LIMIT ?3)
      """
    }.joined(separator: " UNION ALL ")
    return try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM (\(newest)) ORDER BY position DESC LIMIT ?3"),
      arguments: [room, position, Limits.unreadLines, own?.rawValue]
    ).compactMap { try judged($0, by: judge) }
  }

  /// Asks the push rules about an event once, and keeps what they say: rules that change later are about
  /// later events, as on servers.
  private func judged(_ row: Row, by judge: PushJudge) throws -> JudgedLine? {
    guard let raw = try? RawEvent.decode(Self.bytes(row[3])), let event = StoredEvent(raw),
      let sender = UserID(raw.sender)
    else { return nil }
    let outcome = (row[2] as Int?).map { PushOutcome(rawValue: $0) } ?? judge.outcome(of: event)
    if row[2] as Int? == nil, judge.isFinal {
      try run("UPDATE events SET push = ? WHERE number = ?", [outcome.rawValue, row[1] as Int64])
    }
    return JudgedLine(
      line: event.line, sender: sender, position: row[0],
      outcome: raw.unsigned?.isRedacted == true ? [] : outcome)
  }
}

extension UnreadLines {
  /// Counts a message unless it is the account's own.
  mutating func count(_ line: JudgedLine, for own: UserID) {
    guard line.sender != own, line.outcome.contains(.notifies) else { return }
    messages += 1
    if line.outcome.contains(.highlights) { mentions += 1 }
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
      guard let counts else { return }
      let here = try room.showUnread(threads.told, tables)
      room.unreadCount =
        counts.notifications.map { max(0, $0) + here.messages } ?? room.unreadCount
      room.mentionCount = counts.highlights.map { max(0, $0) + here.mentions } ?? room.mentionCount
      room.unreadIsLeast = false
      return
    }
    let judge = try judge(of: room, tables)
    let unread = try tables.unreadLines(
      of: room.number, for: userID, receipt: room.readReceipt, marker: room.fullyRead, judge)
    let inThreads = try tables.unreadThreads(
      of: room.number, for: userID, receipt: room.wholeReceipt, joinedAt: unread.joinedAt, judge)
    // Sliding sync counts what is unread in threads too.
    let told = (
      counts?.notifications.map { $0 - inThreads.values.reduce(0) { $0 + $1.messages } }
        ?? room.unreadCount,
      counts?.highlights.map { $0 - inThreads.values.reduce(0) { $0 + $1.mentions } }
        ?? room.mentionCount
    )
    let isTold = told.0 >= unread.messages
    // A number that the server has told is whole; one that was kept is as good as it was.
    room.unreadIsLeast =
      !unread.isExact && (!isTold || counts?.notifications == nil && room.unreadIsLeast)
    room.unreadCount = unread.isExact ? unread.messages : max(unread.messages, told.0)
    room.mentionCount = unread.isExact ? unread.mentions : max(unread.mentions, told.1)
    _ = try room.showUnread(inThreads, tables)
  }
}
