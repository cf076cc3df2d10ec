import GRDB
import Models

extension AccountTables {
  /// Adds the events of a sync, oldest first, to the end of a room's history.
  ///
  /// Events may be split into syncs and pages in any way, and older ones may arrive after newer
  /// ones: the history depends only on the set of events and the server's order.
  ///
  /// - Parameters:
  ///   - isGapped: Whether events between the known ones and these may be missing. Unless the two
  ///     overlap, these begin a new chunk.
  ///   - transactions: Under which transactions this program sent events.
  /// - Returns: The events that were not known, and whether others may be missing before them.
  func append(
    _ events: [StoredEvent], to room: Int64, previousBatch: String?, isGapped: Bool,
    sent transactions: [EventID: TransactionID]
  ) throws -> (new: [StoredEvent], mayMiss: Bool) {
    let newest = try newestChunk(of: room)
    let mayMiss = try isGapped && !overlaps(events, room)
    var chunk: Chunk
    if let newest, !mayMiss {
      chunk = newest
    } else {
      chunk = Chunk((newest?.number ?? 0) + 1, token: previousBatch ?? Chunk.noToken)
    }
    var new: [StoredEvent] = []
    for event in events {
      guard try add(event, in: room, at: chunk.last + 1, transactions[event.id]) else { continue }
      chunk.last += 1
      if event.line?.content == .roomCreated { chunk.token = nil }
      new.append(event)
    }
    try save(chunk, of: room)
    return (new, mayMiss)
  }

  /// Adds a page of older events, newest first, in front of a chunk.
  ///
  /// Does nothing when the chunk has changed since the page was requested with `token`. A page that
  /// reaches the chunk before closes the gap; one without an end, or with the token of its
  /// beginning as its end, reaches the start of the room.
  ///
  /// - Returns: The events that were not known.
  func prepend(
    _ events: [StoredEvent], to room: Int64, chunk number: Int64, from token: String,
    end: String?, sent transactions: [EventID: TransactionID]
  ) throws -> [StoredEvent] {
    let known = try chunk(number, of: room) ?? Chunk(number, token: Chunk.noToken)
    guard known.token == token else { return [] }
    var chunk = known
    var new: [StoredEvent] = []
    chunk.token = end == token ? nil : end
    for event in events {
      if case let known?? = try position(of: event.id, in: room),
        EventPosition.chunk(of: known) < number
      {
        chunk.token = nil
        break
      }
      guard try add(event, in: room, at: chunk.first - 1, transactions[event.id]) else { continue }
      chunk.first -= 1
      if event.line?.content == .roomCreated { chunk.token = nil }
      new.append(event)
    }
    try save(chunk, of: room)
    return new
  }

  /// False when the event has a place already.
  private func add(
    _ event: StoredEvent, in room: Int64, at position: Int64, _ transaction: TransactionID?
  ) throws -> Bool {
    switch try self.position(of: event.id, in: room) {
    case .some(.some): return false
    case .some(.none): try move(event.id, in: room, to: position)
    case .none: try insert(event, in: room, at: position, transaction: transaction)
    }
    if let edit = event.bundledEdit, try self.position(of: edit.id, in: room) == nil {
      try insert(edit, in: room, at: nil)
    }
    return true
  }

  /// Whether the first line is known.
  private func overlaps(_ events: [StoredEvent], _ room: Int64) throws -> Bool {
    guard let first = events.first(where: { $0.kind == .line }) else { return false }
    return try position(of: first.id, in: room) != nil
  }
}

// MARK: - Chunks

extension AccountTables {
  func newestChunk(of room: Int64) throws -> Chunk? {
    try chunk(
      "SELECT * FROM chunks WHERE room = ? ORDER BY number DESC LIMIT 1", [room])
  }

  /// The nearest chunk, from a place on backwards, before which events are missing.
  func gappedChunk(of room: Int64, before position: Int64?) throws -> Chunk? {
    guard let newest = try newestChunk(of: room) else { return Chunk(1, token: Chunk.noToken) }
    let number = position.map(EventPosition.chunk) ?? newest.number
    return try chunk(
      """
      SELECT * FROM chunks WHERE room = ? AND number <= ? AND token IS NOT NULL
      ORDER BY number DESC LIMIT 1
      """, [room, number])
  }

  /// The chunks of a room before which events are missing, by their first places.
  func gaps(of room: Int64) throws -> Set<Int64> {
    try Int64.fetchSet(
      database.cachedStatement(
        sql: "SELECT number FROM chunks WHERE room = ? AND token IS NOT NULL"),
      arguments: [room])
  }

  private func chunk(_ number: Int64, of room: Int64) throws -> Chunk? {
    try chunk("SELECT * FROM chunks WHERE room = ? AND number = ?", [room, number])
  }

  private func chunk(_ sql: String, _ arguments: StatementArguments) throws -> Chunk? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments).map { row in
      Chunk(number: row["number"], token: row["token"], first: row["first"], last: row["last"])
    }
  }

  private func save(_ chunk: Chunk, of room: Int64) throws {
    try run(
      """
      INSERT OR REPLACE INTO chunks (room, number, token, first, last) VALUES (?, ?, ?, ?, ?)
      """, [room, chunk.number, chunk.token, chunk.first, chunk.last])
  }
}
