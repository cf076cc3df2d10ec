import Synchronization

/// Bounds the memory that answers take which clients have not fetched yet, and those that are being
/// made: for each user, and for all of them.
///
/// Who wants to make a great answer waits until there is room. A client that takes nothing of its
/// answer must not keep others waiting for long: of those who hold the most, the one that has taken
/// nothing for longest is cut off.
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
    /// How long somebody waits before a client is cut off.
    var patience = Duration.seconds(5)
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
    if change({ $0.admit(hold.id, user, size) }) { return hold }
    let cutting = Task { [id = hold.id, bounds] in
      while true {
        // A deadline: most clients fetch their answers before it, and then nobody is cut off.
        try await Task.sleep(for: bounds.patience)
        self.change { $0.cut(for: id) }
      }
    }
    defer { cutting.cancel() }
    let isAdmitted = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { ledger in
          ledger.wait(hold.id, user, size) { continuation.resume(returning: $0) }
          // Who was cancelled before has been given up before.
          if Task.isCancelled { ledger.giveUp(hold.id) }
        }
      }
    } onCancel: { [id = hold.id] in
      change { $0.giveUp(id) }
    }
    guard isAdmitted else { throw CancellationError() }
    return hold
  }

  /// Counts an answer that is made; nil for one that is too small to count.
  ///
  /// - Parameter user: Nil for answers to nobody in particular.
  func hold(_ size: Int, for user: UserID?) -> AnswerHold? {
    guard size >= bounds.least else { return nil }
    let hold = AnswerHold(memory: self)
    change { $0.insert(hold.id, user, size) }
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

  deinit { memory.change { $0.remove(id) } }

  fileprivate var id: AnswerLedger.ID { ObjectIdentifier(self) }

  /// The answer that the memory was for.
  func answer(_ bytes: [UInt8]) -> Answer {
    memory.change { $0.settle(id, bytes.count) }
    var answer = Answer.json(bytes)
    answer.hold = self
    return answer
  }

  /// The answer goes on its way.
  ///
  /// - Parameter cut: Ends the connection.
  func begin(cut: @escaping @Sendable () -> Void) {
    memory.change { $0.begin(id, cut) }
  }

  /// The client took something of it.
  func progress() {
    memory.change { $0.progress(id) }
  }
}
