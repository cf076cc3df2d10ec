import Dispatch

/// Hashes and checks passwords beside the threads that serve requests.
///
/// Two run at once, because each takes 19 MiB and tens of milliseconds of a core, and one of each
/// asker: who guesses many passwords takes no turns of others.
final class PasswordHasher: Sendable {
  private let scheme: PasswordScheme
  private let workers = DispatchQueue(label: "homeserver.passwords", attributes: .concurrent)
  private let queue: WaitQueue<PasswordAsker>

  /// - Parameter waiting: How many wait of one asker: they keep a core busy for some seconds.
  init(_ scheme: PasswordScheme = .argon2id, waiting: Int = 128) {
    self.scheme = scheme
    queue = WaitQueue(.init(total: 2, perKey: 1, waiting: waiting))
  }

  /// How many wait.
  var waitingCount: Int { queue.waitingCount }

  /// The hash of a new password.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait.
  func hash(_ password: String, for asker: PasswordAsker) async throws -> String {
    try await run(for: asker) { try $0.hash(password) }
  }

  /// Whether a password is the right one.
  ///
  /// - Parameters:
  ///   - hash: Nil when there is none to match; that takes as long and is false.
  ///   - check: Is called when the turn has come, before anything is compared.
  ///   - fail: Is told of a wrong password before the asker's next one is compared.
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait, and what `check` throws.
  func verify(
    _ password: String, against hash: String?, for asker: PasswordAsker,
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
    for asker: PasswordAsker, _ work: @escaping @Sendable (PasswordScheme) throws -> Value
  ) async throws -> Value {
    let place = try await queue.enter(asker)
    defer { withExtendedLifetime(place) {} }
    return try await withCheckedThrowingContinuation { continuation in
      workers.async { [scheme] in continuation.resume(with: Result { try work(scheme) }) }
    }
  }
}
