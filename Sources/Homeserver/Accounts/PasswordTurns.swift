import Synchronization

/// The tries of strangers at the passwords of users.
///
/// Whoever knows a user's name can use these up. If the next ones were refused then, the user could
/// not sign in with a new device as long as somebody guesses; so they wait, and each try that the
/// limit lets pass by and by goes to one of those who wait: see ``WaitingTries``. Guessing is as slow
/// as the limit, whatever number guesses, and the right password gets its turn after some seconds.
/// Dozens of connections of one network that keep guessing cannot be told from the user, who has the
/// chance of one of them then: whoever has waited for long is refused, and may have to come again
/// for minutes.
///
/// Used from any thread.
final class PasswordTurns: Sendable {
  /// How many wait for one user at most, and for all.
  private static let mostForUser = 32
  private static let mostForAll = 512
  /// How long it is until it is looked again whether there is a try: the clock may be set.
  private static let pause = Duration.milliseconds(250)

  private struct State {
    var lines: [UserID: WaitingTries] = [:]
    var count = 0
    var lastID: UInt64 = 0
  }

  private let tries: RateLimiter<UserID>
  private let patience: Duration
  private let state = Mutex(State())

  /// - Parameter patience: How long somebody waits at most.
  init(_ tries: RateLimiter<UserID>, patience: Duration) {
    self.tries = tries
    self.patience = patience
  }

  /// How many wait.
  var waitingCount: Int { state.withLock(\.count) }

  /// Whether somebody may try without waiting; who tries so and fails is to `spend`.
  func isFree(_ user: UserID) -> Bool {
    guard state.withLock({ $0.lines[user]?.waiters.isEmpty ?? true }) else { return false }
    return (try? tries.check(user)) != nil
  }

  /// Counts a wrong password.
  func spend(_ user: UserID) { tries.spend(user) }

  /// Gives a try back that did not fail.
  func giveBack(_ user: UserID) { tries.giveBack(user) }

  /// Waits for a try, and takes it.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` when it takes too long or too many wait, and `CancellationError`.
  func take(_ user: UserID, from network: ClientNetwork) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          WaitingTries.Waiter(
            id: id, network: network, deadline: .now + patience,
            resume: { continuation.resume(with: $0) }), for: user)
        // A cancellation that came before had nobody to take out.
        if Task.isCancelled { giveUp(id, for: user) }
      }
    } onCancel: {
      giveUp(id, for: user)
    }
  }

  private func add(_ waiter: WaitingTries.Waiter, for user: UserID) {
    let (isFirst, refused) = state.withLock { state in
      let isFirst = state.lines[user] == nil
      state.lines[user, default: WaitingTries()].add(waiter)
      state.count += 1
      return (isFirst, Self.refuseOne(for: user, &state))
    }
    refused?.resume(.failure(MatrixError.limited(retryAfter: 1000)))
    if isFirst { serve(user) }
  }

  /// Takes out somebody where too many wait.
  private static func refuseOne(for user: UserID, _ state: inout State) -> WaitingTries.Waiter? {
    var crowded = user
    if state.lines[user]?.waiters.count ?? 0 <= mostForUser {
      guard state.count > mostForAll else { return nil }
      let longest = state.lines.max { $0.value.waiters.count < $1.value.waiters.count }
      crowded = longest?.key ?? user
    }
    state.count -= 1
    return state.lines[crowded]?.dropOne()
  }

  private func giveUp(_ id: UInt64, for user: UserID) {
    let waiter = state.withLock { state in
      let waiter = state.lines[user]?.remove(id)
      if waiter != nil { state.count -= 1 }
      return waiter
    }
    waiter?.resume(.failure(CancellationError()))
  }

  /// Gives the tries of a user to those who wait, until nobody does.
  private func serve(_ user: UserID) {
    Task { [weak self] in
      // Tries come back with the time alone, of a clock that may be set: it is asked while somebody
      // waits.
      while let self, self.serveOnce(user) { try await Task.sleep(for: Self.pause) }
    }
  }

  /// - Returns: Whether somebody still waits.
  private func serveOnce(_ user: UserID) -> Bool {
    let (calls, isWaiting) = state.withLock { state -> ([() -> Void], Bool) in
      guard var line = state.lines[user] else { return ([], false) }
      var calls: [() -> Void] = []
      var refusal = MatrixError.limited(retryAfter: 1000)
      while !line.waiters.isEmpty {
        do {
          try tries.take(user)
        } catch {
          refusal = error as? MatrixError ?? refusal
          break
        }
        if let waiter = line.next() { calls.append { waiter.resume(.success(())) } }
      }
      for waiter in line.takeExpired(at: .now) {
        calls.append { [refusal] in waiter.resume(.failure(refusal)) }
      }
      state.count -= calls.count
      state.lines[user] = line.waiters.isEmpty ? nil : line
      return (calls, !line.waiters.isEmpty)
    }
    for call in calls { call() }
    return isWaiting
  }
}
