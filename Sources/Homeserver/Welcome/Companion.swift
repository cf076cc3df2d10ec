import GRDB
import ModelKit
import Synchronization

/// The server's own user, which replies to everybody who writes to it.
///
/// It gets messages after their commit, and replies like any user, by events in the room. In rooms
/// with more than two members it replies only to messages that start with its name.
final class Companion: Sendable {
  private let state = Mutex(CompanionState())
  /// The rooms with waiting items; a room appears again only after its last item was taken.
  let roomsWithNews: AsyncStream<RoomID>
  private let wake: AsyncStream<RoomID>.Continuation

  init() {
    (roomsWithNews, wake) = AsyncStream.makeStream()
  }

  deinit { wake.finish() }

  /// Its user id; the first call creates its account, which has no password.
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

  /// Loads its invitations; called before the server accepts requests.
  func load(_ id: UserID, from store: Store) async throws {
    let invitations = try await store.read { database in
      try String.all(
        database, "SELECT room FROM memberships WHERE user = ? AND membership = 'invite'", [id]
      ).compactMap(RoomID.init)
    }
    let awoken = state.withLock { state in
      state.id = id
      return invitations.filter { state.invite(to: $0) }
    }
    for room in awoken { wake.yield(room) }
  }

  /// Takes the events of a commit; must not block.
  func hear(_ commit: Commit) {
    guard !commit.events.isEmpty else { return }
    let awoken = state.withLock { state in
      commit.events.filter { state.hear($0, in: commit.rooms[$0.room]) }.map(\.room)
    }
    for room in awoken { wake.yield(room) }
  }

  /// Its user id; nil before its account exists.
  var id: UserID? { state.withLock { $0.id } }

  /// The oldest waiting item of a room; nil when none waits.
  func next(in room: RoomID) -> CompanionState.Item? { state.withLock { $0.next(in: room) } }
}
