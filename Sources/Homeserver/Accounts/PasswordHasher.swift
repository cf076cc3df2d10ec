import Dispatch
import Synchronization

/// Hashes and checks passwords beside the threads that serve requests.
///
/// Few run at once, because each takes 19 MiB and tens of milliseconds of a core; some wait; when
/// more come they are refused, so that guessing passwords cannot stop the server.
final class PasswordHasher: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var running = 0
    var waiting: [Job] = []
  }

  private let scheme: PasswordScheme
  private let mostRunning: Int
  private let mostWaiting: Int
  private let queue = DispatchQueue(label: "homeserver.passwords", attributes: .concurrent)
  private let state = Mutex(State())

  init(_ scheme: PasswordScheme = .argon2id, mostRunning: Int = 2, mostWaiting: Int = 32) {
    self.scheme = scheme
    self.mostRunning = mostRunning
    self.mostWaiting = mostWaiting
  }

  /// The hash of a new password.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait.
  func hash(_ password: String) async throws -> String {
    try await run { [scheme] in try scheme.hash(password) }
  }

  /// Whether a password is the right one.
  ///
  /// - Parameter hash: Nil when there is none to match; that takes as long and is false.
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait.
  func verify(_ password: String, against hash: String?) async throws -> Bool {
    try await run { [scheme] in
      let isMatch = scheme.matches(password, hash ?? scheme.dummy)
      return isMatch && hash != nil
    }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isTaken = submit { continuation.resume(with: Result { try work() }) }
      if !isTaken { continuation.resume(throwing: MatrixError.limited(retryAfter: 1000)) }
    }
  }

  private func submit(_ job: @escaping Job) -> Bool {
    let (isTaken, starts) = state.withLock { state in
      if state.running < mostRunning {
        state.running += 1
        return (true, true)
      }
      guard state.waiting.count < mostWaiting else { return (false, false) }
      state.waiting.append(job)
      return (true, false)
    }
    if starts { start(job) }
    return isTaken
  }

  private func start(_ job: @escaping Job) {
    queue.async {
      job()
      if let next = self.next() { self.start(next) }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
  }
}
