import Dispatch
import Synchronization

/// Hashes and checks passwords beside the threads that serve requests.
///
/// Few run at once, because each takes 19 MiB and tens of milliseconds of a core; the others wait in
/// lines, so that who guesses many passwords takes no turns of others. See ``PasswordQueue``.
final class PasswordHasher: Sendable {
  typealias Line = PasswordQueue.Line

  private struct State {
    var queue: PasswordQueue
    var lastID: UInt64 = 0
  }

  private let scheme: PasswordScheme
  private let workers = DispatchQueue(label: "homeserver.passwords", attributes: .concurrent)
  private let state: Mutex<State>

  /// - Parameter mostWaiting: How many wait at most in all lines: with 2 at a time, a core is busy
  ///   with them for some seconds.
  init(_ scheme: PasswordScheme = .argon2id, mostRunning: Int = 2, mostWaiting: Int = 128) {
    self.scheme = scheme
    state = Mutex(
      State(queue: PasswordQueue(mostRunning: mostRunning, mostWaiting: mostWaiting)))
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

  /// The hash of a new password.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait.
  func hash(_ password: String) async throws -> String {
    try await run(in: .newPasswords) { try $0.hash(password) }
  }

  /// Whether a password is the right one.
  ///
  /// - Parameters:
  ///   - hash: Nil when there is none to match; that takes as long and is false.
  ///   - check: Is asked when the turn has come, before anything is compared.
  ///   - fail: Is told of a wrong password before the next one of the line is compared.
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait, and what `check` throws.
  func verify(
    _ password: String, against hash: String?, in line: Line,
    check: @escaping @Sendable () throws -> Void = {},
    fail: @escaping @Sendable () -> Void = {}
  ) async throws -> Bool {
    try await run(in: line) { scheme in
      try check()
      let isMatch = scheme.matches(password, hash ?? scheme.dummy)
      if isMatch, hash != nil { return true }
      fail()
      return false
    }
  }

  private func run<Value: Sendable>(
    in line: Line, _ work: @escaping @Sendable (PasswordScheme) throws -> Value
  ) async throws -> Value {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = PasswordQueue.Job(
          id: id, line: line,
          run: { [scheme] in continuation.resume(with: Result { try work(scheme) }) },
          refuse: { continuation.resume(throwing: MatrixError.limited(retryAfter: 1000)) })
        let (starting, refused) = state.withLock { $0.queue.add(job) }
        refused?.refuse()
        if let starting { start(starting) }
        // A cancellation that came before had nothing to take out.
        if Task.isCancelled { giveUp(id, in: line) }
      }
    } onCancel: {
      giveUp(id, in: line)
    }
  }

  /// Nobody waits any more for what did not begin.
  private func giveUp(_ id: UInt64, in line: Line) {
    state.withLock { $0.queue.remove(id, of: line) }?.refuse()
  }

  private func start(_ job: PasswordQueue.Job) {
    workers.async {
      job.run()
      if let next = self.state.withLock({ $0.queue.finish(job.line) }) { self.start(next) }
    }
  }
}
