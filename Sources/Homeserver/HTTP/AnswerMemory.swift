import Synchronization

/// Bounds the memory that answers take which clients have not fetched yet, and those that are being
/// made: for each user, and for all of them.
///
/// Who wants to make a great answer waits until there is room; who holds least goes first. Clients
/// that do not read must not keep others waiting. One counts as stalled that has taken nothing for
/// some time, or less than a bound in each second, and is cut off at once when somebody waits
///
/// - whose own bound is reached, and it is a client of the same user; or
/// - for room among all, and it is a client of the same user, or of one who holds more, and no less
///   than the average of those who hold something: clients of who holds most are first.
///
/// Clients that read are never cut off for who waits, nor are those of users who hold little. Only
/// when an answer that is there already goes over a bound, and too few have stalled, one that reads
/// makes way, of the user who holds most.
///
/// Used from any thread.
final class AnswerMemory: Sendable {
  /// Sizes are in bytes.
  struct Bounds: Sendable {
    /// What a great answer counts until it is made.
    var estimate = 8 << 20
    var perUser = 24 << 20
    var total = 64 << 20
    /// Smaller answers are not counted.
    var least = 16 << 10
    /// How long a client may take nothing before it counts as stalled.
    var patience = Duration.seconds(1)
    /// How many bytes a client takes in a second at least.
    var slowest = 512 << 10
  }

  let bounds: Bounds
  private let ledger: Mutex<AnswerLedger>

  init(_ bounds: Bounds = Bounds()) {
    self.bounds = bounds
    ledger = Mutex(AnswerLedger(bounds))
  }

  /// How many bytes are taken.
  var taken: Int { ledger.withLock { $0.total } }

  /// How many wait for room.
  var waiterCount: Int { ledger.withLock { $0.waiterCount } }

  /// Takes room for an answer that is to be made.
  ///
  /// - Parameters:
  ///   - size: In bytes; nil when nobody knows, for a great one.
  ///   - user: Nil for nobody in particular.
  /// - Throws: `CancellationError`.
  func reserve(_ size: Int? = nil, for user: UserID?) async throws -> AnswerHold {
    let hold = AnswerHold(memory: self)
    let size = min(size ?? bounds.estimate, bounds.perUser)
    if change({ $0.admit(hold.id, user, size, at: .now) }) { return hold }
    let isAdmitted = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFirst = change { ledger in
          let isFirst = ledger.wait(hold.id, user, size, at: .now) {
            continuation.resume(returning: $0)
          }
          // Who was cancelled before has been given up before.
          if Task.isCancelled { ledger.giveUp(hold.id, at: .now) }
          return isFirst
        }
        if isFirst { watch() }
      }
    } onCancel: { [id = hold.id] in
      change { $0.giveUp(id, at: .now) }
    }
    guard isAdmitted else { throw CancellationError() }
    return hold
  }

  /// Sees to clients that stall, until nobody waits.
  private func watch() {
    Task { [weak self, pause = bounds.patience / 4] in
      repeat {
        // A client that takes nothing causes no event: the time alone tells of it.
        try await Task.sleep(for: pause)
      } while self?.change { $0.makeRoom(at: .now) } ?? false
    }
  }

  /// Counts an answer that is made; nil for one that is too small to count.
  ///
  /// - Parameter user: Nil for answers to nobody in particular.
  func hold(_ size: Int, for user: UserID?) -> AnswerHold? {
    guard size >= bounds.least else { return nil }
    let hold = AnswerHold(memory: self)
    change { $0.insert(hold.id, user, size, at: .now) }
    return hold
  }

  @discardableResult
  fileprivate func change<Value: Sendable>(_ body: (inout AnswerLedger) -> Value) -> Value {
    let (value, calls) = ledger.withLock { ledger in
      let value = body(&ledger)
      defer { ledger.calls = [] }
      return (value, ledger.calls)
    }
    for call in calls { call() }
    return value
  }
}

/// The memory of one answer, which is given back with the last copy of it.
final class AnswerHold: Sendable {
  private let memory: AnswerMemory

  fileprivate init(memory: AnswerMemory) {
    self.memory = memory
  }

  deinit { memory.change { $0.remove(id, at: .now) } }

  fileprivate var id: AnswerLedger.ID { ObjectIdentifier(self) }

  /// The answer that the memory was for.
  func answer(_ bytes: [UInt8]) -> Answer {
    memory.change { $0.settle(id, bytes.count, at: .now) }
    var answer = Answer.json(bytes)
    answer.hold = self
    return answer
  }

  /// The answer goes on its way.
  ///
  /// - Parameter cut: Ends the connection.
  func begin(cut: @escaping @Sendable () -> Void) {
    memory.change { $0.begin(id, at: .now, cut) }
  }

  /// The client took, or sent, so many bytes of it.
  func progress(_ bytes: Int) {
    memory.change { $0.progress(id, bytes, at: .now) }
  }

  /// Nothing depends on the client any more, which is no longer cut off.
  func keep() {
    memory.change { $0.keep(id) }
  }
}
