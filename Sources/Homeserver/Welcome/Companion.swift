import GRDB
import ModelKit
import Synchronization

/// The user of the server's own that answers to everybody who writes to it.
///
/// It hears of messages when they are on the disk, and answers as any user would: by events in the
/// room. In rooms of more than two it answers only those who begin with its name.
final class Companion: Sendable {
  private let state = Mutex(CompanionState())
  private let rooms: AsyncStream<RoomID>
  private let wake: AsyncStream<RoomID>.Continuation

  init() {
    (rooms, wake) = AsyncStream.makeStream()
  }

  deinit { wake.finish() }

  /// Who it is; the first call makes its account, which nobody can sign in to.
  func id(on serverName: String, in context: WriteContext) throws -> UserID {
    let stored = try ServerValues.value("companion", in: context.database)
    if let id = stored.flatMap(UserID.init) { return id }
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

  /// Learns from the data where it is and where it is invited, before anything happens there.
  func load(_ id: UserID, from store: Store) async throws {
    let rooms = try await Self.rooms(of: id, "join", in: store)
    state.withLock { state in
      state.id = id
      state.join(rooms)
    }
    let invitations = try await Self.rooms(of: id, "invite", in: store)
    let awoken = state.withLock { state in invitations.filter { state.invite(to: $0) } }
    for room in awoken { wake.yield(room) }
  }

  private static func rooms(
    of id: UserID, _ membership: String, in store: Store
  ) async throws -> [RoomID] {
    try await store.read { database in
      try String.all(
        database, "SELECT room FROM memberships WHERE user = ? AND membership = ?",
        [id, membership]
      ).compactMap(RoomID.init)
    }
  }

  /// Is told what is on the disk now; must not wait.
  func hear(_ commit: Commit) {
    guard !commit.events.isEmpty else { return }
    let awoken = state.withLock { state in commit.events.filter { state.hear($0) }.map(\.room) }
    for room in awoken { wake.yield(room) }
  }

  /// Who it is, when it is there.
  var id: UserID? { state.withLock { $0.id } }

  /// The rooms in which something waits, each once until all of it was taken.
  var roomsWithNews: AsyncStream<RoomID> { rooms }

  /// What waits longest in a room; nil when nothing does.
  func next(in room: RoomID) -> CompanionState.Item? { state.withLock { $0.next(in: room) } }
}
