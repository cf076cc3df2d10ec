import GRDB
import Models

extension AccountTables {
  /// What a sync added to the end of a room's history.
  struct Added {
    /// The events that were not known, oldest first.
    var new: [StoredEvent] = []
    /// Whether others may be missing before them.
    let mayMiss: Bool
  }

  /// Adds the events of a sync, oldest first, to the end of a room's history.
  ///
  /// Events may be split into syncs and pages in any way, and older ones may arrive after newer
  /// ones: the history depends only on the set of events and the server's order.
  ///
  /// - Parameters:
  ///   - isGapped: Whether events between the known ones and these may be missing. Unless the two
  ///     overlap, these begin a new chunk.
  ///   - transactions: Under which transactions this program sent events.
  func append(
    _ events: [StoredEvent], to room: Int64, previousBatch: String?, isGapped: Bool,
    sent transactions: [EventID: TransactionID]
  ) throws -> Added {
    let newest = try newestChunk(of: room)
    let overlap = isGapped ? try overlap(of: events, with: newest, in: room) : nil
    var added = Added(mayMiss: isGapped && overlap == nil)
    var chunk: Chunk
    if let newest, !added.mayMiss {
      chunk = newest
    } else {
      chunk = Chunk((newest?.number ?? 0) + 1, token: previousBatch ?? Chunk.noToken)
    }
    var rest = events[...]
    if let overlap, overlap.index > 0, overlap.position == chunk.first {
      rest = events[overlap.index...]
      if chunk.token != nil { chunk.token = previousBatch ?? chunk.token }
      try extend(
        &chunk, with: events[..<overlap.index].reversed(), in: room, sent: transactions)
    }
    for event in rest {
      guard try add(event, in: room, at: chunk.last + 1, transactions[event.id]) else { continue }
      chunk.last += 1
      if event.line?.content == .roomCreated { chunk.token = nil }
      added.new.append(event)
    }
    try save(chunk, of: room)
    return added
  }

  /// Adds a page of older events, newest first, in front of a chunk.
  ///
  /// Does nothing when the chunk has changed since the page was requested with `token`. A page that
  /// reaches the chunk before closes the gap; one without an end, or with the token of its
  /// beginning as its end, reaches the start of the room. Unless `isLast`, the rest of the page
  /// follows, and the chunk keeps its token until then.
  ///
  /// - Returns: The events that were not known.
  func prepend(
    _ events: [StoredEvent], to room: Int64, chunk number: Int64, from token: String,
    end: String?, isLast: Bool = true, sent transactions: [EventID: TransactionID]
  ) throws -> [StoredEvent] {
    var chunk = try chunk(number, of: room) ?? Chunk(number, token: Chunk.noToken)
    guard chunk.token == token else { return [] }
    if isLast { chunk.token = end == token ? nil : end }
    let new = try extend(&chunk, with: events, in: room, sent: transactions)
    try save(chunk, of: room)
    // What the whole history does not have was redacted, or is hidden from the account.
    if chunk.token == nil, try oldestChunk(of: room)?.number == number {
      try removeExcerpt(of: room)
    }
    return new
  }

  /// Adds events, newest first, in front of a chunk until they reach the one before; returns those
  /// that were not known.
  @discardableResult
  func extend(
    _ chunk: inout Chunk, with events: [StoredEvent], in room: Int64,
    sent transactions: [EventID: TransactionID]
  ) throws -> [StoredEvent] {
    var new: [StoredEvent] = []
    for event in events {
      if case let known?? = try position(of: event.id, in: room),
        EventPosition.chunk(of: known) < chunk.number,
        EventPosition.chunk(of: known) != Chunk.excerpt
      {
        chunk.token = nil
        break
      }
      guard try add(event, in: room, at: chunk.first - 1, transactions[event.id]) else { continue }
      chunk.first -= 1
      if event.line?.content == .roomCreated { chunk.token = nil }
      new.append(event)
    }
    return new
  }

  /// False when the event has a place already, other than a provisional one.
  func add(
    _ event: StoredEvent, in room: Int64, at position: Int64, _ transaction: TransactionID?
  ) throws -> Bool {
    switch try self.position(of: event.id, in: room) {
    case .some(.some(let known))
    where EventPosition.chunk(of: known) != Chunk.excerpt
      || EventPosition.chunk(of: position) == Chunk.excerpt:
      return false
    case .some:
      try takeRedaction(of: event, in: room)
      try move(event.id, in: room, to: position)
    case .none: try insert(event, in: room, at: position, transaction: transaction)
    }
    if let edit = event.bundledEdit, try self.position(of: edit.id, in: room) == nil {
      try insert(edit, in: room, at: nil)
    }
    return true
  }

  /// The first of the events that a chunk has.
  private func overlap(
    of events: [StoredEvent], with chunk: Chunk?, in room: Int64
  ) throws -> (index: Int, position: Int64)? {
    guard let chunk else { return nil }
    for (index, event) in events.enumerated() {
      if case let position?? = try position(of: event.id, in: room),
        EventPosition.chunk(of: position) == chunk.number
      {
        return (index, position)
      }
    }
    return nil
  }
}

// MARK: - Chunks

extension AccountTables {
  func newestChunk(of room: Int64) throws -> Chunk? {
    try chunk(
      "SELECT * FROM chunks WHERE room = ? AND number > ? ORDER BY number DESC LIMIT 1",
      [room, Chunk.excerpt])
  }

  func oldestChunk(of room: Int64) throws -> Chunk? {
    try chunk(
      "SELECT * FROM chunks WHERE room = ? AND number > ? ORDER BY number LIMIT 1",
      [room, Chunk.excerpt])
  }

  /// The nearest chunk, from a place on backwards, before which events are missing.
  func gappedChunk(of room: Int64, before position: Int64?) throws -> Chunk? {
    guard let newest = try newestChunk(of: room) else { return Chunk(1, token: Chunk.noToken) }
    let number = position.map(EventPosition.chunk) ?? newest.number
    return try chunk(
      """
      SELECT * FROM chunks WHERE room = ?1 AND number <= ?2 AND token IS NOT NULL
        AND (number <> ?3 OR ?2 = ?3)
      ORDER BY number DESC LIMIT 1
      """, [room, number, Chunk.excerpt])
  }

  /// The chunks of a room before which events are missing, by their first places.
  func gaps(of room: Int64) throws -> Set<Int64> {
    try Int64.fetchSet(
      database.cachedStatement(
        sql: "SELECT number FROM chunks WHERE room = ? AND token IS NOT NULL"),
      arguments: [room])
  }

  func chunk(_ number: Int64, of room: Int64) throws -> Chunk? {
    try chunk("SELECT * FROM chunks WHERE room = ? AND number = ?", [room, number])
  }

  private func chunk(_ sql: String, _ arguments: StatementArguments) throws -> Chunk? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments).map { row in
      Chunk(
        number: row["number"], token: row["token"], next: row["next"], first: row["first"],
        last: row["last"])
    }
  }

  func save(_ chunk: Chunk, of room: Int64) throws {
    try run(
      """
      INSERT OR REPLACE INTO chunks (room, number, token, next, first, last)
      VALUES (?, ?, ?, ?, ?, ?)
      """, [room, chunk.number, chunk.token, chunk.next, chunk.first, chunk.last])
  }
}
