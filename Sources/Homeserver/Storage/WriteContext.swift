import GRDB
import ModelKit

/// What a write works with: the database, places in the order, and rooms as they are with all that
/// the same transaction changed before.
///
/// Used on the writer's queue alone.
final class WriteContext {
  let database: Database
  private let cache: RoomCache
  private var changes: Commit
  /// The rooms that were read here: they are as good as those of the cache.
  private(set) var readRooms: [RoomID: RoomSnapshot] = [:]

  init(_ database: Database, position: Int64, cache: RoomCache) {
    self.database = database
    self.cache = cache
    changes = Commit(position: position)
  }

  /// Runs a write in a savepoint; nothing of it stays when it throws.
  func attempt(_ body: (WriteContext) throws -> Void) throws {
    let before = changes
    do {
      try database.inSavepoint {
        try body(self)
        return .commit
      }
    } catch {
      changes = before
      throw error
    }
  }

  /// Ends the transaction.
  func finish() throws -> Commit {
    try database.cachedStatement(
      sql: """
        INSERT INTO server (name, value) VALUES ('position', ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
    ).execute(arguments: [String(changes.position)])
    return changes
  }

  /// The next place in the order of changes.
  func nextPosition() -> Int64 {
    changes.position += 1
    return changes.position
  }

  /// A room with all that was written to it before; nil when there is none.
  func room(_ id: RoomID) throws -> RoomSnapshot? {
    if let room = changes.rooms[id] ?? readRooms[id] ?? cache.snapshot(of: id) { return room }
    let room = try RoomReader.read(id, from: database)
    readRooms[id] = room
    return room
  }

  /// Adds a room without any state.
  func addRoom(_ room: RoomSnapshot) throws {
    try database.cachedStatement(sql: "INSERT INTO rooms (id, version, creator) VALUES (?, ?, ?)")
      .execute(arguments: [room.id.rawValue, room.version, room.creator.rawValue])
    changes.rooms[room.id] = room
  }

  /// Notes what an event changed.
  func note(_ event: StoredEvent, room: RoomSnapshot?) {
    changes.events.append(event)
    if let room { changes.rooms[room.id] = room }
  }

  /// Notes that something changed that only this user is told.
  func note(user: UserID) { changes.users.insert(user) }

  /// Notes that a receipt moved.
  func note(receipt: ReceiptChange) { changes.receipts.append(receipt) }

  /// Notes that a device ended.
  func note(ended device: Requester) { changes.endedDevices.insert(device) }
}
