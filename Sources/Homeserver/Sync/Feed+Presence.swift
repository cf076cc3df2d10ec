import Synchronization

/// Presence, whose changes count with those of typing.
extension Feed {
  /// How long a user may be without a sync before others see that they have gone.
  static let presencePatience = Duration.seconds(30)
  /// How long changes of presence are gathered: when many come at once, each waiting sync wakes once, and
  /// not once for each of them.
  static let presencePause = Duration.seconds(1)

  func presence(of user: UserID) -> UserPresence {
    state.withLock { $0.presence.presence(of: user) }
  }

  /// The users whose presence changed after a position.
  func presences(after place: Int64) -> [UserID: UserPresence] {
    state.withLock { $0.presence.users(changedAfter: place) }
  }

  /// Takes over the statuses that an earlier process has stored, before anybody can sync.
  func restore(_ statuses: [UserID: String]) {
    state.withLock { state in
      let position = state.typing.last + 1
      state.presence.restore(statuses, at: position)
      state.typing.skip(to: position)
    }
  }

  /// A user sets their presence, which a later sync of theirs may change again.
  func set(_ presence: UserPresence.State, status: String?, of user: UserID, now: Int64) {
    change { board, position in
      let active = presence == .online ? now : board.presence(of: user).active
      return board.set(
        UserPresence(state: presence, status: status, active: active), of: user, at: position)
    }
  }

  /// A sync begins that shows its user as there; `endPresence` must follow.
  func beginPresence(of user: UserID, as presence: UserPresence.State, now: Int64) {
    change { $0.begin(user, as: presence, now: now, at: $1) }
  }

  /// Such a sync has ended; without another one the user has gone soon.
  func endPresence(of user: UserID) {
    guard let end = state.withLock({ $0.presence.end(user) }) else { return }
    Task { [weak self, presenceSleep] in
      var end = end
      while (try? await presenceSleep(Self.presencePatience)) != nil {
        guard let next = self?.expire(user, after: end) else { return }
        end = next
      }
    }
  }

  /// Returns the end from which to wait again.
  private func expire(_ user: UserID, after end: Int) -> Int? {
    var patience = PresenceBoard.Patience.over
    change { board, position in
      patience = board.expire(user, after: end, at: position)
      return patience == .gone(isNews: true)
    }
    guard case .again(let end) = patience else { return nil }
    return end
  }

  private func change(_ change: (inout PresenceBoard, _ position: Int64) -> Bool) {
    let begins = state.withLock { state in
      let position = state.typing.last + 1
      guard change(&state.presence, position) else { return false }
      state.typing.skip(to: position)
      defer { state.hasPresenceNews = true }
      return !state.hasPresenceNews
    }
    guard begins else { return }
    Task { [weak self, presenceSleep] in
      guard (try? await presenceSleep(Self.presencePause)) != nil else { return }
      self?.tellPresence()
    }
  }

  /// Wakes everybody, who look for themselves whom it concerns: on one machine these are few.
  private func tellPresence() {
    state.withLock { state in
      state.hasPresenceNews = false
      for listener in state.listeners.values.joined() { listener.tell(.changed) }
    }
  }
}
