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

  init(_ database: Database, cache: RoomCache) throws {
    self.database = database
    self.cache = cache
    changes = Commit(position: try ServerValues.position(in: database))
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
    try ServerValues.set("position", to: String(changes.position), in: database)
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
    try database.run(
      "INSERT INTO rooms (id, version, creator) VALUES (?, ?, ?)",
      [room.id, room.version, room.creator])
    changes.rooms[room.id] = room
  }

  /// Notes what an event changed.
  func note(_ event: StoredEvent, room: RoomSnapshot?) {
    changes.events.append(event)
    if let room { changes.rooms[room.id] = room }
  }

  /// Notes that something changed that only this user is told.
  func note(user: UserID) { changes.users.insert(user) }

  /// Notes that something is told to the members of a room that is no event of it.
  func note(room id: RoomID) throws { changes.rooms[id] = try room(id) }

  /// Notes that a device ended.
  func note(ended device: Requester) { changes.endedDevices.insert(device) }
}
