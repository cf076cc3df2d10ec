import GRDB
import ModelKit
import Synchronization

/// The user of the server's own that answers to everybody who writes to it.
///
/// It hears of messages when they are on the disk, and answers as any user would: by events in the
/// room. In rooms of more than two it answers only those who begin with its name.
final class Companion: Sendable {
  /// The most messages that wait for an answer; more are not answered.
  private static let queueLimit = 100

  private let state = Mutex(State())
  private let messages: AsyncStream<StoredEvent>
  private let queue: AsyncStream<StoredEvent>.Continuation

  private struct State {
    var id: UserID?
    var rooms: Set<RoomID> = []
  }

  init() {
    (messages, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.queueLimit))
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

  /// Learns from the data who it is and where.
  func load(from store: Store) async throws {
    let (id, rooms) = try await store.read { database in
      guard let id = try Self.stored(database) else { return (UserID?.none, [RoomID]()) }
      let rooms = try String.fetchAll(
        database, sql: "SELECT room FROM memberships WHERE user = ? AND membership = 'join'",
        arguments: [id.rawValue])
      return (id, rooms.compactMap(RoomID.init))
    }
    state.withLock { state in
      state.id = state.id ?? id
      state.rooms.formUnion(rooms)
    }
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
          && state.rooms.contains(event.room)
      }
    }
    for event in heard { queue.yield(event) }
  }

  /// Who it is, when it is there.
  var id: UserID? { state.withLock { $0.id } }

  /// What it has heard, one after the other.
  var heard: AsyncStream<StoredEvent> { messages }
}
