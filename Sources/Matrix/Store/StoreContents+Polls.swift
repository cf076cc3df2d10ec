import MatrixWire
import Models

extension StoreContents {
  /// The newest run of a room's events; nil for a room that is not known.
  func newestChunk(of room: RoomID, _ tables: AccountTables) throws -> Int64? {
    try rooms[room].map { try tables.newestChunk(of: $0.number)?.number ?? 1 }
  }

  /// Keeps votes and ends of a poll, without a place in the history.
  ///
  /// - Parameter chunk: The newest chunk at the time of the request, after the last page of votes.
  mutating func addVotes(
    _ events: RawEvents, of poll: EventID, in id: RoomID, upTo chunk: Int64?,
    _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    for event in events.compactMap({ StoredEvent($0) }) {
      guard [.vote, .pollEnd].contains(event.kind), event.relation?.target == poll.rawValue,
        try tables.position(of: event.id, in: room.number) == nil
      else { continue }
      try tables.insert(event, in: room.number, at: nil, transaction: sent[event.id])
    }
    if let chunk { room.countedPolls[poll] = chunk }
    put(room)
    return StoreChanges(rooms: [id])
  }
}
