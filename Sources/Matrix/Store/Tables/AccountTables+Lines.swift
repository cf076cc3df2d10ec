import GRDB
import MatrixWire
import ModelKit
import Models

/// A line in its place, with what edits and redactions made of it.
struct StoredLine {
  let line: Line
  let position: Int64
  let transaction: TransactionID?
  let edit: Edit?
  let isRedacted: Bool
  let removal: Removal?
}

/// The lines around a place of a room's history.
struct LineWindow {
  /// Oldest first.
  var lines: [StoredLine] = []
  var hasOlder = false
  var hasNewer = false
}

extension AccountTables {
  /// The newest lines of a room's own history.
  func newestLines(of room: Int64, limit: Int) throws -> LineWindow {
    let (lines, hasOlder) = try lines(of: room, "position <= ?", .max, "DESC", limit)
    return LineWindow(lines: lines.reversed(), hasOlder: hasOlder)
  }

  /// The lines before a place, and those from it on.
  func lines(
    of room: Int64, around position: Int64, before: Int, after: Int
  ) throws -> LineWindow {
    let older = try lines(of: room, "position < ?", position, "DESC", before)
    let newer = try lines(of: room, "position >= ?", position, "ASC", after)
    return LineWindow(
      lines: older.lines.reversed() + newer.lines, hasOlder: older.hasMore,
      hasNewer: newer.hasMore)
  }

  /// The newest of the last few lines of a room, those of threads among them.
  struct LatestLines {
    /// The newest one that a list may show.
    var preview: Line?
    /// When the room was last active: by a message, or by the account's own coming.
    var activity: Timestamp?
    /// When the newest one was sent, whatever it is.
    ///
    /// It counts only where nothing else is known: with it, anybody could move all rooms up that they share
    /// with the account.
    var newest: Timestamp?
  }

  /// The newest lines by which a list shows and sorts a room, without those of ignored people.
  func latestLines(
    of room: Int64, own: UserID, ignored: Set<UserID>
  ) throws -> LatestLines {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT position, transaction_id, json FROM (
            SELECT * FROM (
              SELECT position, transaction_id, json FROM events
              WHERE room = ?1 AND kind = \(EventKind.line.rawValue) AND position IS NOT NULL
              ORDER BY position DESC LIMIT 50)
            UNION ALL
            SELECT * FROM (
              SELECT position, transaction_id, json FROM events
              WHERE room = ?1 AND kind = \(EventKind.threadLine.rawValue) AND position IS NOT NULL
              ORDER BY position DESC LIMIT 50))
          ORDER BY position DESC LIMIT 50
          """),
      arguments: [room])
    var latest = LatestLines()
    while let row = try rows.next() {
      guard let line = Self.read(row)?.line else { continue }
      latest.newest = latest.newest ?? line.timestamp
      guard !ignored.contains(line.sender) else { continue }
      guard line.content.isPreview || line.content.isComing(of: own) else { continue }
      latest.activity = latest.activity ?? line.timestamp
      guard line.content.isPreview else { continue }
      latest.preview = line
      break
    }
    return latest
  }

  /// One line; nil when the event is not known or not a line.
  func line(_ event: EventID, of room: Int64) throws -> StoredLine? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT position, transaction_id, json FROM events
          WHERE room = ? AND id = ? AND kind IN (?, ?) AND position IS NOT NULL
          """),
      arguments: [
        room, event.rawValue, EventKind.line.rawValue, EventKind.threadLine.rawValue,
      ])
    guard let row, let read = Self.read(row) else { return nil }
    return try line(read, in: room, isChanged: true)
  }

  /// The newest event that belongs to no thread, whatever it shows.
  func newestEventOutsideThreads(of room: Int64) throws -> EventID? {
    let kinds: [EventKind] = [.silent, .line, .edit, .redaction, .reaction, .vote, .pollEnd]
    let newest = kinds.map { kind in
      """
      SELECT * FROM (
        SELECT position, id FROM events WHERE room = ?1 AND kind = \(kind.rawValue)
        AND position IS NOT NULL AND relation IS NOT '\(ThreadRelation.type)'
        ORDER BY position DESC LIMIT 1)
      """
    }.joined(separator: " UNION ALL ")
    return try String.fetchOne(
      database.cachedStatement(
        sql: "SELECT id FROM (\(newest)) ORDER BY position DESC LIMIT 1"),
      arguments: [room]
    ).flatMap { EventID($0) }
  }

  /// The newest line at or before a place.
  func lastLine(of room: Int64, upTo position: Int64) throws -> EventID? {
    try String.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id FROM events
          WHERE room = ? AND kind = \(EventKind.line.rawValue) AND position <= ?
          ORDER BY position DESC LIMIT 1
          """),
      arguments: [room, position]
    ).flatMap { EventID($0) }
  }

  /// Those of some event and transaction ids that a room has in its order.
  func known(_ ids: [String], in room: Int64) throws -> Set<String> {
    let list = JSONValue.array(ids.map { .string($0) }).text
    return try String.fetchSet(
      database.cachedStatement(
        sql: """
          SELECT id FROM events
          WHERE room = ?1 AND id IN (SELECT value FROM json_each(?2)) AND position IS NOT NULL
          UNION SELECT transaction_id FROM events
          WHERE room = ?1 AND transaction_id IN (SELECT value FROM json_each(?2))
            AND position IS NOT NULL
          """),
      arguments: [room, list])
  }

  /// The place of a line, by the identity of its message.
  func position(of message: Message.ID, in room: Int64) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT position FROM events WHERE room = ? AND id = ?
          UNION ALL SELECT position FROM events WHERE room = ? AND transaction_id = ?
          """),
      arguments: [room, message.rawValue, room, message.rawValue])
  }

  /// The event that this device sent under a transaction.
  func event(of transaction: String, in room: Int64) throws -> EventID? {
    try String.fetchOne(
      database.cachedStatement(
        sql: "SELECT id FROM events WHERE room = ? AND transaction_id = ?"),
      arguments: [room, transaction]
    ).flatMap { EventID($0) }
  }

  /// Whether the chunk of a place has a line before it.
  func hasLine(in room: Int64, before position: Int64) throws -> Bool {
    let start = EventPosition.chunk(of: position) << 32
    return try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM events
            WHERE room = ? AND kind = \(EventKind.line.rawValue) AND position >= ? AND position < ?)
          """),
      arguments: [room, start, position]) ?? false
  }

  typealias Read = (line: Line, position: Int64, transaction: TransactionID?)

  private func lines(
    of room: Int64, _ condition: String, _ position: Int64, _ direction: String, _ limit: Int
  ) throws -> (lines: [StoredLine], hasMore: Bool) {
    let (read, hasMore) = try unfolded(limit) { limit in
      let rows = try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT position, transaction_id, json FROM events
            WHERE room = ? AND kind = \(EventKind.line.rawValue) AND \(condition)
            ORDER BY position \(direction) LIMIT ?
            """),
        arguments: [room, position, limit + 1])
      // Some were sent to a thread that is none.
      let read = rows.prefix(limit).compactMap(Self.read).map { read in
        var read = read
        read.line.thread = nil
        return read
      }
      return (read, rows.count > limit)
    }
    return (try lines(read, in: room), hasMore)
  }

  /// Lines with what edits and redactions made of them.
  func lines(_ read: [Read], in room: Int64) throws -> [StoredLine] {
    let changed = try changed(read.map(\.line.eventID), in: room)
    return try read.map { read in
      try line(read, in: room, isChanged: changed.contains(read.line.eventID.rawValue))
    }
  }

  /// Reads more than asked for where most lines are changes of membership: a screen folds a run of
  /// them into one row, and the rest would not fill it.
  func unfolded(
    _ limit: Int, _ fetch: (Int) throws -> (lines: [Read], hasMore: Bool)
  ) throws -> (lines: [Read], hasMore: Bool) {
    var limit = limit
    while true {
      let found = try fetch(limit)
      let folds = found.lines.count { read in
        if case .membership = read.line.content { true } else { false }
      }
      guard found.hasMore, limit < Limits.foldedLines,
        found.lines.count - folds < Limits.unfoldedLines
      else { return found }
      limit = min(limit * 4, Limits.foldedLines)
    }
  }

  static func read(_ row: Row) -> Read? {
    guard let raw = try? RawEvent.decode(bytes(row[2])),
      case .line(let line, _)? = TimelineItem.Event(raw)?.item
    else { return nil }
    let transaction = row[1] as String?
    return (line, row[0], transaction.flatMap { TransactionID($0) })
  }

  /// Those of the events to which an edit or a redaction relates.
  private func changed(_ events: [EventID], in room: Int64) throws -> Set<String> {
    let list = JSONValue.array(events.map { .string($0.rawValue) }).text
    return try String.fetchSet(
      database.cachedStatement(
        sql: """
          SELECT target FROM events
          WHERE room = ? AND target IN (SELECT value FROM json_each(?)) AND kind IN (?, ?)
          """),
      arguments: [room, list, EventKind.edit.rawValue, EventKind.redaction.rawValue])
  }

  func line(_ read: Read, in room: Int64, isChanged: Bool) throws -> StoredLine {
    let removal = isChanged ? try removal(of: read.line.eventID, in: room) : nil
    let isRedacted = read.line.isRedacted || removal != nil
    return StoredLine(
      line: read.line, position: read.position, transaction: read.transaction,
      edit: isChanged && !isRedacted ? try edit(of: read.line, in: room) : nil,
      isRedacted: isRedacted, removal: read.line.removal ?? removal)
  }
}

extension StoredLine {
  /// The line as a message; `own` is the account, which may change what it has sent.
  func message(in room: RoomID, own: UserID? = nil) -> Message {
    let current = edit?.content ?? line.content
    let content = line.sender == own ? current.typed(edit.map(\.typed) ?? line.typed) : current
    return Message(
      id: transaction.map { Message.ID($0) } ?? Message.ID(line.eventID), roomID: room,
      sender: line.sender, timestamp: line.timestamp,
      content: isRedacted ? .redacted : content, eventID: line.eventID,
      isEdited: edit != nil,
      mentions: isRedacted ? nil : edit.map(\.mentions) ?? line.mentions,
      removedBy: removal?.user, removalReason: removal?.reason,
      reply: isRedacted ? nil : line.reply, threadRoot: line.thread.map { Message.ID($0) })
  }
}
