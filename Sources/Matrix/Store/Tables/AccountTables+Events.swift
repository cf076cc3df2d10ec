import GRDB
import MatrixWire
import ModelKit
import Models

extension AccountTables {
  /// Where an event is; nil when it is not known.
  ///
  /// The inner value is nil for an event whose place is unknown.
  func position(of event: EventID, in room: Int64) throws -> Int64?? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT position FROM events WHERE room = ? AND id = ?"),
      arguments: [room, event.rawValue]
    ).map { $0[0] as Int64? }
  }

  /// Writes an event that is not known yet, with its text for searches.
  ///
  /// - Parameters:
  ///   - position: Its place in the room's order; nil when unknown.
  ///   - place: The place of a line of a thread whose position is unknown; see `placeBelow(_:in:_:)`.
  ///   - transaction: The transaction under which this program sent it.
  func insert(
    _ event: StoredEvent, in room: Int64, at position: Int64?, place: Int64? = nil,
    transaction: TransactionID? = nil
  ) throws {
    let relation = event.relation
    let transaction = try (event.transaction ?? transaction).flatMap { try untaken($0, in: room) }
    let kind = try kind(of: event, in: room)
    try run(
      """
      INSERT INTO events
      (room, id, position, place, kind, sender, type, time, transaction_id, relation, target, key,
       json)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        room, event.id.rawValue, position, kind == .threadLine ? position ?? place : nil,
        kind.rawValue, event.raw.sender, event.raw.type,
        Timestamp(clamping: event.raw.timestamp).milliseconds, transaction?.rawValue,
        relation?.type, relation?.target, event.key, Self.text(event.raw),
      ])
    try addText(of: event, number: database.lastInsertedRowID, in: room)
    if let relation, relation.type != "m.in_reply_to" {
      try moveOut(ofThread: event.id, in: room)
    }
    if case .redaction(let redaction) = event.item.item {
      try removeTexts(of: redaction.target, in: room)
    }
  }

  /// The transaction, unless another event of the room has it.
  ///
  /// A message is known by it: a server that names one transaction in many events, or that took the same message
  /// twice, would have their rows show one message.
  private func untaken(_ transaction: TransactionID, in room: Int64) throws -> TransactionID? {
    try event(of: transaction.rawValue, in: room) == nil ? transaction : nil
  }

  private func kind(of event: StoredEvent, in room: Int64) throws -> EventKind {
    guard let root = event.thread, try isNoRoot(root, in: room) else { return event.kind }
    return .line
  }

  /// Takes over that a known event is redacted.
  ///
  /// A redacted event does not say any more to which thread it belongs: what the store knows of that stays.
  /// Nobody can tell of an event that was redacted before this client saw it, because redaction removes
  /// `m.relates_to`, and servers leave redacted events out of `/relations` and of the counts of threads: it
  /// stands in the room's own history.
  func takeRedaction(of event: StoredEvent, in room: Int64) throws {
    guard event.raw.unsigned?.isRedacted == true else { return }
    try run(
      "UPDATE events SET json = ?, key = ? WHERE room = ? AND id = ?",
      [Self.text(event.raw), Self.redactedKey, room, event.id.rawValue])
    try removeTexts(of: event.id, in: room)
  }

  /// What stands in place of a reaction's key in a line that the server has redacted: the event that did it may
  /// never come.
  static let redactedKey = "redacted"

  /// Gives an event without a place its place.
  func move(_ event: EventID, in room: Int64, to position: Int64) throws {
    try lowerThread(of: event, in: room, to: position)
    try run(
      """
      UPDATE events SET position = ?1, place = CASE WHEN kind = ?2 THEN ?1 END
      WHERE room = ?3 AND id = ?4
      """, [position, EventKind.threadLine.rawValue, room, event.rawValue])
  }

  /// Records under which transaction this program sent an event.
  func set(_ transaction: TransactionID, of event: EventID, in room: Int64) throws {
    guard try untaken(transaction, in: room) != nil else { return }
    try run(
      """
      UPDATE events SET transaction_id = ? WHERE room = ? AND id = ? AND transaction_id IS NULL
      """, [transaction.rawValue, room, event.rawValue])
  }

  private func addText(of event: StoredEvent, number: Int64, in room: Int64) throws {
    guard let text = event.searchText, !text.isEmpty, try !isRedacted(event, in: room) else {
      return
    }
    try run("INSERT INTO texts (rowid, body) VALUES (?, ?)", [number, IndexedText.text(text)])
  }

  /// Whether the event, or the one that it edits, is redacted by an event that came before it.
  private func isRedacted(_ event: StoredEvent, in room: Int64) throws -> Bool {
    var ids = [event.id]
    if case .edit(let edit) = event.item.item { ids.append(edit.target) }
    return try ids.contains { try removal(of: $0, in: room) != nil }
  }

  /// Removes the texts of an event and of its edits from searches.
  private func removeTexts(of event: EventID, in room: Int64) throws {
    try run(
      """
      DELETE FROM texts WHERE rowid IN (
        SELECT number FROM events WHERE room = ? AND id = ?
        UNION ALL SELECT number FROM events WHERE room = ? AND target = ? AND kind = ?)
      """,
      [
        room, event.rawValue, room, event.rawValue, EventKind.edit.rawValue,
      ])
  }
}

// MARK: - What changes a line

extension AccountTables {
  /// The redaction of an event that takes precedence: the first one.
  func removal(of event: EventID, in room: Int64) throws -> Removal? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT sender, json FROM events
          WHERE room = ? AND target = ? AND kind = \(EventKind.redaction.rawValue)
          ORDER BY time, id LIMIT 1
          """),
      arguments: [room, event.rawValue])
    guard let row, let user = UserID(row[0]) else { return nil }
    let raw = try? RawEvent.decode(Self.bytes(row[1]))
    return Removal(user: user, reason: raw?.content["reason"]?.string)
  }

  /// The edit of a line that takes precedence.
  ///
  /// Only the sender may edit a line, and only with an event of the same type. The newest edit that
  /// is not redacted wins; at equal times, the greater id. Source: Matrix client-server API, "Event
  /// replacements".
  func edit(of line: Line, in room: Int64) throws -> Edit? {
    guard let raw = try rawEdit(of: line, in: room),
      case .edit(let edit)? = TimelineItem.Event(raw)?.item
    else { return nil }
    return edit
  }

  /// That edit as the server sent it.
  func rawEdit(of line: Line, in room: Int64) throws -> RawEvent? {
    let json = try String.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT json FROM events AS edit
          WHERE room = ? AND target = ? AND kind = \(EventKind.edit.rawValue)
          AND sender = ? AND type = ?
          AND NOT EXISTS (
            SELECT 1 FROM events
            WHERE room = edit.room AND target = edit.id AND kind = \(EventKind.redaction.rawValue))
          ORDER BY time DESC, id DESC LIMIT 1
          """),
      arguments: [room, line.eventID.rawValue, line.sender.rawValue, line.type])
    return json.flatMap { try? RawEvent.decode(Self.bytes($0)) }
  }
}
