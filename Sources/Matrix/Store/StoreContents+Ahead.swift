import MatrixWire
import ModelKit
import Models

/// A page of the events that follow an excerpt.
struct PageAhead {
  /// The token with which it was requested.
  let token: String
  /// Oldest first.
  let events: RawEvents
  /// The members who sent them.
  let state: RawEvents
  let issues: JSONIssues
  /// Where the next page begins; nil after the newest event.
  let end: String?

  init(_ response: RawMessagesResponse, issues: JSONIssues, from token: String) {
    self.token = token
    // A longer list than was asked for is no use: the token belongs to its end.
    let fits = response.chunk.count <= HistoryExcerpt.mostEvents
    events = fits ? response.chunk : []
    state = response.state
    self.issues = issues
    end = fits ? response.end : nil
  }
}

extension StoreContents {
  /// The token for the events after the excerpt, if they are missing before a message and the user looks at
  /// the excerpt; nil where only older pages lead.
  func tokenAhead(
    in id: RoomID, before message: Message.ID, near place: Message.ID, _ tables: AccountTables
  ) throws -> String? {
    guard let room = rooms[id]?.number,
      let looked = try tables.position(of: place, in: room),
      EventPosition.chunk(of: looked) == Chunk.excerpt,
      let position = try tables.position(of: message, in: room),
      try tables.oldestChunk(of: room)?.number == EventPosition.chunk(of: position)
    else { return nil }
    return try tables.chunk(Chunk.excerpt, of: room)?.next
  }

  /// Adds a page of events to the end of a room's excerpt.
  mutating func add(
    _ page: PageAhead, to id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    report(page.issues)
    let events = try takeOver(page.events, state: page.state, in: &room, tables)
    try tables.extendExcerpt(
      of: room.number, with: events, from: page.token, end: page.end, sent: sent)
    try noteThreads(of: events, in: room, tables)
    put(room)
    return StoreChanges(rooms: [id])
  }
}
