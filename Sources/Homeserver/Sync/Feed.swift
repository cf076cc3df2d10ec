import Synchronization

typealias SyncListener = Listener<Requester, Feed.Wake>

/// Wakes waiting syncs when there may be news for their users.
///
/// The database holds the news itself. Only the typing users and presence, which are not stored, live
/// here.
final class Feed: Sendable {
  /// The most syncs that wait, against a client that opens ever more; the oldest one ends first.
  static let listenersPerDevice = 8
  static let listenersPerUser = 32

  /// The reason why a waiting sync wakes.
  enum Wake: Sendable {
    /// There may be news.
    case changed
    case signedOut
  }

  struct State {
    /// Oldest first.
    var listeners: [UserID: [SyncListener]] = [:]
    var typing = TypingBoard()
    var presence = PresenceBoard()
    /// Whether waiting syncs are about to hear of changed presence.
    var hasPresenceNews = false
  }

  let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void
  let presenceSleep: @Sendable (Duration) async throws -> Void
  /// Identifies this process in tokens.
  let boot = RandomText.letters(8)

  /// - Parameters:
  ///   - sleep: Lets tests control the time of waiting syncs and of typing.
  ///   - presenceSleep: Lets tests control the time of presence.
  init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    presenceSleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0)
    }
  ) {
    self.sleep = sleep
    self.presenceSleep = presenceSleep
  }

  var listeners: [SyncListener] { state.withLock { $0.listeners.values.flatMap { $0 } } }

  /// Wakes the users that a committed transaction concerns.
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

  /// Starts to listen for a user; the caller must call `forget` afterwards.
  ///
  /// - Parameter time: The timeout of the listener.
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

  /// - Parameter number: The number of the typing notice that timed out; nil for any.
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

  /// The typing users of the rooms where they changed after a position, and the newest position.
  func typing(in rooms: [RoomID], after place: Int64) -> (users: [RoomID: [UserID]], last: Int64) {
    state.withLock { state in
      var users: [RoomID: [UserID]] = [:]
      for room in rooms { users[room] = state.typing.users(in: room, changedAfter: place) }
      return (users, state.typing.last)
    }
  }
}
