import Synchronization

typealias SyncListener = Listener<Requester, Feed.Wake>

/// Wakes the syncs that wait when there may be something to tell to their users.
///
/// What there is to tell, the file says; who is typing, which is not on the disk, is known here.
final class Feed: Sendable {
  /// How many syncs wait at most, against a client that opens ever more: the oldest makes way.
  static let listenersPerDevice = 8
  static let listenersPerUser = 32

  /// What a sync that waits is woken by.
  enum Wake: Sendable {
    /// There may be something to tell.
    case changed
    /// The device was signed out.
    case signedOut
  }

  private struct State {
    /// The oldest first.
    var listeners: [UserID: [SyncListener]] = [:]
    var typing = TypingBoard()
  }

  private let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void
  /// Names this process in tokens.
  let boot = RandomText.letters(8)

  /// - Parameter sleep: How time passes, which tests decide themselves.
  init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.sleep = sleep
  }

  /// All who listen.
  var listeners: [SyncListener] { state.withLock { $0.listeners.values.flatMap { $0 } } }

  /// Wakes those whom a transaction that is on the disk concerns.
  func publish(_ commit: Commit) {
    state.withLock { state in
      for room in commit.rooms.values { state.typing.take(room) }
      for (user, listeners) in state.listeners
      where commit.users.contains(user)
        || commit.rooms.values.contains(where: { $0.membership(of: user) == .join })
      {
        for listener in listeners { listener.tell(.changed) }
      }
      for device in commit.endedDevices {
        for listener in state.listeners[device.user] ?? [] where listener.subject == device {
          listener.end(.signedOut)
        }
      }
    }
  }

  // MARK: Listening

  /// Begins to listen for a user; `forget` has to follow.
  ///
  /// - Parameter time: After that the listener hears no more.
  func listen(for requester: Requester, _ time: Duration) -> SyncListener {
    let listener = SyncListener(requester, time, sleep: sleep)
    state.withLock { state in
      var own = state.listeners[requester.user] ?? []
      let ofDevice = own.indices.filter { own[$0].subject == requester }
      if ofDevice.count >= Self.listenersPerDevice {
        own.remove(at: ofDevice[0]).end()
      } else if own.count >= Self.listenersPerUser {
        own.removeFirst().end()
      }
      state.listeners[requester.user] = own + [listener]
    }
    return listener
  }

  func forget(_ listener: SyncListener) {
    listener.end()
    state.withLock { state in
      let user = listener.subject.user
      let rest = state.listeners[user]?.filter { $0 !== listener } ?? []
      state.listeners[user] = rest.isEmpty ? nil : rest
    }
  }

  // MARK: Typing

  /// Notes that a member of a room types for some time.
  func startTyping(_ user: UserID, in room: RoomSnapshot, for time: Duration) {
    state.withLock { state in
      let isNew = state.typing.start(user, in: room) { number in
        Task { [weak self, sleep] in
          guard (try? await sleep(time)) != nil else { return }
          self?.stopTyping(user, in: room.id, number)
        }
      }
      if isNew { Self.wake(room, state) }
    }
  }

  /// Notes that a user stopped typing.
  ///
  /// - Parameter number: The start that ended; nil for any.
  func stopTyping(_ user: UserID, in room: RoomID, _ number: Int64? = nil) {
    state.withLock { state in
      if let room = state.typing.stop(user, in: room, number) { Self.wake(room, state) }
    }
  }

  private static func wake(_ room: RoomSnapshot, _ state: State) {
    for (user, listeners) in state.listeners where room.membership(of: user) == .join {
      for listener in listeners { listener.tell(.changed) }
    }
  }

  /// Who is typing in rooms where that changed behind a place, and the place of the last change.
  func typing(in rooms: [RoomID], after place: Int64) -> (users: [RoomID: [UserID]], last: Int64) {
    state.withLock { state in
      var users: [RoomID: [UserID]] = [:]
      for room in rooms { users[room] = state.typing.users(in: room, changedAfter: place) }
      return (users, state.typing.last)
    }
  }
}
