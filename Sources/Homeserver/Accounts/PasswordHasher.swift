import Dispatch

/// Hashes and checks passwords outside the threads that serve requests.
///
/// Two run at once, because each takes 19 MiB and tens of milliseconds of a core; only one of them
/// for each origin, so that guessing many passwords does not delay other users.
final class PasswordHasher: Sendable {
  private let scheme: PasswordScheme
  private let workers = DispatchQueue(label: "homeserver.passwords", attributes: .concurrent)
  private let queue: WaitQueue<Asker>

  /// - Parameter waiting: The most waiting attempts of one origin, a few seconds of work.
  init(_ scheme: PasswordScheme = .argon2id, waiting: Int = 128) {
    self.scheme = scheme
    queue = WaitQueue(.init(total: 2, perKey: 1, waiting: waiting))
  }

  /// The number of waiting attempts.
  var waitingCount: Int { queue.waitingCount }

  /// The hash of a new password.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` if too many wait.
  func hash(_ password: String, for asker: Asker) async throws -> String {
    try await run(for: asker) { try $0.hash(password) }
  }

  /// Whether a password is right.
  ///
  /// - Parameters:
  ///   - hash: Nil if there is none; the result is then false, after the same time.
  ///   - check: Called just before the comparison.
  ///   - fail: Called for a wrong password, before the next attempt of the same origin begins.
  /// - Throws: `M_LIMIT_EXCEEDED` if too many wait, and what `check` throws.
  func verify(
    _ password: String, against hash: String?, for asker: Asker,
    check: @escaping @Sendable () throws -> Void = {},
    fail: @escaping @Sendable () -> Void = {}
  ) async throws -> Bool {
    try await run(for: asker) { scheme in
      try check()
      let isMatch = scheme.matches(password, hash ?? scheme.dummy)
      if isMatch, hash != nil { return true }
      fail()
      return false
    }
  }

  private func run<Value: Sendable>(
    for asker: Asker, _ work: @escaping @Sendable (PasswordScheme) throws -> Value
  ) async throws -> Value {
    let place = try await queue.enter(asker)
    defer { withExtendedLifetime(place) {} }
    return try await withCheckedThrowingContinuation { continuation in
      workers.async { [scheme] in continuation.resume(with: Result { try work(scheme) }) }
    }
  }
}
