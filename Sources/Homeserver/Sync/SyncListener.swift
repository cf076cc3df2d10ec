import Synchronization

/// Hears whether there may be something to tell to a user, from when it is made: what happens while
/// the file is read is not missed.
final class SyncListener: Sendable {
  /// What a sync that waits is woken by.
  enum Wake: Sendable {
    /// There may be something to tell.
    case changed
    /// The device was signed out.
    case signedOut
  }

  let requester: Requester
  private let wakes: AsyncStream<Wake>
  private let continuation: AsyncStream<Wake>.Continuation
  private let timer: Task<Void, Never>
  private let waits = Atomic(false)

  init(
    _ requester: Requester, _ time: Duration,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.requester = requester
    // Many changes are one reason to look.
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Wake.self, bufferingPolicy: .bufferingNewest(1))
    self.wakes = wakes
    self.continuation = continuation
    timer = Task {
      try? await sleep(time)
      continuation.finish()
    }
  }

  /// Whether a sync waits with it, rather than reads.
  var isWaiting: Bool { waits.load(ordering: .relaxed) }

  /// Waits for the next wake; nil when the time is over, others took the place, or the task was
  /// cancelled.
  func next() async -> Wake? {
    waits.store(true, ordering: .relaxed)
    defer { waits.store(false, ordering: .relaxed) }
    for await wake in wakes { return wake }
    return nil
  }

  func wake() { continuation.yield(.changed) }

  func signOut() {
    continuation.yield(.signedOut)
    continuation.finish()
  }

  func end() {
    continuation.finish()
    timer.cancel()
  }
}
