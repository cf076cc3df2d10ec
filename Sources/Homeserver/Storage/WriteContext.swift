import GRDB
import MatrixPush
import ModelKit

/// The tools of a write: the database, the next positions, and rooms as the same transaction has
/// changed them so far.
///
/// Used only on the writer's queue.
final class WriteContext {
  let database: Database
  private let cache: RoomCache
  private let pushRuleBook: PushRuleBook
  private var changes: Commit
  /// The rooms that were read in this transaction, as current as those of the cache.
  private(set) var readRooms: [RoomID: RoomSnapshot] = [:]

  init(_ database: Database, cache: RoomCache, pushRules: PushRuleBook) throws {
    self.database = database
    self.cache = cache
    pushRuleBook = pushRules
    changes = Commit(position: try ServerValues.position(in: database))
  }

  /// Runs a write in a savepoint, which is rolled back if the write throws.
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

  /// The next position in the order of changes.
  func nextPosition() -> Int64 {
    changes.position += 1
    return changes.position
  }

  /// A room with the changes of this transaction; nil if there is no such room.
  func room(_ id: RoomID) throws -> RoomSnapshot? {
    if let room = changes.rooms[id] ?? readRooms[id] ?? cache.snapshot(of: id) { return room }
    let room = try RoomReader.read(id, from: database)
    readRooms[id] = room
    return room
  }

  /// The push rules of the users who have changed theirs.
  var pushRules: [UserID: PushRuleset] {
    pushRuleBook.rules.merging(changes.pushRules) { _, changed in changed }
  }

  /// Notes the changed push rules of a user.
  func note(_ rules: PushRuleset, of user: UserID) { changes.pushRules[user] = rules }

  /// Adds a room without state.
  func addRoom(_ room: RoomSnapshot) throws {
    try database.run(
      "INSERT INTO rooms (id, version, creator) VALUES (?, ?, ?)",
      [room.id, room.version, room.creator])
    changes.rooms[room.id] = room
  }

  /// Notes an event and the room that it changed.
  func note(_ event: StoredEvent, room: RoomSnapshot) {
    changes.events.append(event)
    changes.rooms[room.id] = room
  }

  /// Notes a change that only this user sees.
  func note(user: UserID) { changes.users.insert(user) }

  /// Notes a change other than an event that a room's members see.
  func note(room id: RoomID) throws { changes.rooms[id] = try room(id) }

  /// Notes that a device ended.
  func note(ended device: Requester) { changes.endedDevices.insert(device) }
}
