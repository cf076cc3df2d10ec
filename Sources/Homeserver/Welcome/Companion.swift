import GRDB
import ModelKit
import Synchronization

/// The user of the server's own that answers to everybody who writes to it.
///
/// It hears of messages when they are on the disk, and answers as any user would: by events in the
/// room. In rooms of more than two it answers only those who begin with its name.
final class Companion: Sendable {
  /// The most messages of a room that wait for an answer; more are not answered.
  private static let roomLimit = 3
  /// The most messages of all rooms that wait.
  private static let limit = 200

  private let state = Mutex(State())
  private let messages: AsyncStream<StoredEvent>
  private let queue: AsyncStream<StoredEvent>.Continuation

  private struct State {
    var id: UserID?
    var rooms: Set<RoomID> = []
    /// How many messages of each room wait.
    var waiting: [RoomID: Int] = [:]
    var waitingCount = 0

    /// Makes room for a message that waits; false when too many do.
    mutating func takes(_ room: RoomID) -> Bool {
      guard waitingCount < limit, waiting[room, default: 0] < roomLimit else { return false }
      waitingCount += 1
      waiting[room, default: 0] += 1
      return true
    }
  }

  init() {
    (messages, queue) = AsyncStream.makeStream()
  }

  deinit { queue.finish() }

  /// Who it is; the first call makes its account, which nobody can sign in to.
  func id(on serverName: String, in context: WriteContext) throws -> UserID {
    if let id = try Self.stored(context.database) { return id }
    for name in ["echo", "echo-companion", "echo-" + RandomText.letters(8).lowercased()] {
      let id = try Users.id(localpart: name, server: serverName)
      guard try !Users.isTaken(id, in: context.database) else { continue }
      try Users.add(id, password: nil, now: 0, in: context)
      try Profiles.set("displayname", of: id, to: "Echo", in: context.database)
      try ServerValues.set("companion", to: id.rawValue, in: context.database)
      state.withLock { $0.id = id }
      return id
    }
    throw MatrixError.internalError
  }

  private static func stored(_ database: Database) throws -> UserID? {
    try ServerValues.value("companion", in: database).flatMap(UserID.init)
  }

  /// Learns from the data where it is; returns the rooms to which it is invited.
  func load(_ id: UserID, from store: Store) async throws -> [RoomID] {
    let rooms = try await store.read { database in
      try ["join", "invite"].map { membership in
        try String.fetchAll(
          database, sql: "SELECT room FROM memberships WHERE user = ? AND membership = ?",
          arguments: [id.rawValue, membership]
        ).compactMap(RoomID.init)
      }
    }
    state.withLock { state in
      state.id = id
      state.rooms.formUnion(rooms[0])
    }
    return rooms[1]
  }

  /// Notes that it is in a room.
  func hasJoined(_ room: RoomID) { state.withLock { _ = $0.rooms.insert(room) } }

  /// Notes that it is no longer in a room.
  func hasLeft(_ room: RoomID) { state.withLock { _ = $0.rooms.remove(room) } }

  /// Is told what is on the disk now; must not wait.
  func hear(_ commit: Commit) {
    guard !commit.events.isEmpty else { return }
    let heard = state.withLock { state in
      guard let id = state.id else { return [StoredEvent]() }
      return commit.events.filter { event in
        if event.type == EventName.member { return event.stateKey == id.rawValue }
        return event.type == EventName.message && event.sender != id && event.stateKey == nil
          && state.rooms.contains(event.room) && state.takes(event.room)
      }
    }
    for event in heard { queue.yield(event) }
  }

  /// Notes that a message was answered, or will not be.
  func isDone(with event: StoredEvent) {
    guard event.type != EventName.member else { return }
    state.withLock { state in
      state.waitingCount -= 1
      state.waiting[event.room] = state.waiting[event.room].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }

  /// Who it is, when it is there.
  var id: UserID? { state.withLock { $0.id } }

  /// What it has heard, one after the other.
  var heard: AsyncStream<StoredEvent> { messages }
}
