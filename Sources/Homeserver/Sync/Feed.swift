import Synchronization

/// Tells the syncs that wait what has happened, and keeps the last of it, so that most of them are
/// answered without asking the file.
///
/// Used from any thread; no call blocks for longer than a short lock.
final class Feed: Sendable {
  private let state: Mutex<FeedState>
  private let timer: FeedTimer
  /// Names this process in tokens.
  let boot = RandomText.letters(8)

  init(timer: FeedTimer = .system) {
    self.timer = timer
    state = Mutex(FeedState(position: 0))
  }

  /// Says where the changes begin that it will be told of; called once, before anything else.
  func start(at position: Int64) {
    state.withLock { $0 = FeedState(position: position) }
  }

  /// The time that deadlines are measured by, in milliseconds.
  var now: Int64 { timer.now() }

  private func change<Value: Sendable>(_ body: (inout sending FeedState) -> Value) -> Value {
    let now = timer.now()
    let (value, woken, call) = state.withLock { state in
      let value = body(&state)
      let woken = state.woken
      state.woken = []
      return (value, woken, state.takeNextCall())
    }
    for waiter in woken { waiter.continuation.resume(returning: waiter.outcome) }
    if let call { timer.call(max(0, call - now)) { [weak self] in self?.expire(call) } }
    return value
  }

  /// Ends what has ended when the timer calls that was set for a time.
  private func expire(_ call: Int64) {
    let now = timer.now()
    change { state in
      // An earlier call may have been set since, which sets the next one itself.
      if state.nextCall == call { state.nextCall = nil }
      state.expire(now: now)
    }
  }

  /// How many commits it was told of.
  var commitCount: Int64 { state.withLock { $0.commits } }

  /// How many syncs wait.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Takes up what is on the disk now, and wakes whom it concerns.
  func publish(_ commit: Commit) {
    change { $0.publish(commit) }
  }

  /// Waits until something may be to tell to a user behind a place.
  ///
  /// - Parameters:
  ///   - deadline: Until when, in the time of the feed.
  ///   - started: What `commitCount` was when the request came; a device that was signed out since
  ///     does not wait.
  func wait(
    for requester: Requester, after token: StreamToken, until deadline: Int64, started: Int64
  ) async -> WaitOutcome {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = change { state in
          let outcome = state.outcome(for: requester, after: token, started: started)
          if outcome == nil { state.add(id, requester, deadline: deadline, continuation) }
          return outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      change { $0.resume(id, .timeout) }
    }
  }

  /// Notes who is typing until when, in the time of the feed.
  func startTyping(_ user: UserID, in room: RoomID, until deadline: Int64) {
    change { $0.startTyping(user, in: room, until: deadline) }
  }

  /// Notes that a user stopped typing.
  func stopTyping(_ user: UserID, in room: RoomID) {
    change { $0.stopTyping(user, in: room) }
  }

  /// Who is typing in rooms where that changed behind a place, and the place of the last change.
  func typing(in rooms: [RoomID], after place: Int64) -> (users: [RoomID: [UserID]], last: Int64) {
    state.withLock { state in
      var users: [RoomID: [UserID]] = [:]
      for room in rooms { users[room] = state.typing.users(in: room, changedAfter: place) }
      return (users, state.typing.last)
    }
  }

  /// Begins to notice what concerns a user, as far as that is not done already.
  func register(_ user: UserID) {
    let now = timer.now()
    change { state in
      guard state.users[user] == nil else {
        state.users[user]?.used = now
        return
      }
      state.forgetIdleUsers()
      state.users[user] = UserFeed(
        position: state.position, typing: state.typing.last, now: now)
    }
  }

  /// Takes the rooms that a user is in, and whether they ignore nobody, as the file says them at a position; the user was registered
  /// before that was read.
  func install(
    joined: Set<RoomID>, ignoresNobody: Bool, of user: UserID, at position: Int64
  ) {
    change {
      $0.install(joined: joined, ignoresNobody: ignoresNobody, of: user, at: position)
    }
  }

  /// Takes what is not read of a room, as the file says it at a position.
  func install(
    _ unread: UnreadIndex?, read: Int64, of user: UserID, in room: RoomID, at position: Int64
  ) {
    change { $0.install(unread, read: read, of: user, in: room, at: position) }
  }

  /// Whether the messages of a room are counted here.
  func countsUnread(in room: RoomID) -> Bool {
    state.withLock { $0.rooms[room]?.unread != nil }
  }

  /// What changed for a user behind a place.
  func changes(for user: UserID, since token: StreamToken) -> RecentChanges {
    let now = timer.now()
    return state.withLock { state in
      state.users[user]?.used = now
      return state.changes(for: user, since: token, boot: boot)
    }
  }
}
