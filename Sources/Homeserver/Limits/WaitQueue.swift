import Synchronization

/// A semaphore with a share for each key and a bounded queue in which the keys take turns.
///
/// A greedy client, or another user of the machine, fills only its own share and its own line.
final class WaitQueue<Key: Hashable & Sendable>: Sendable {
  struct Bounds: Sendable {
    /// The capacity for all keys together.
    var total: Int
    var perKey: Int
    /// How many may wait under one key; more are refused.
    var waiting: Int
  }

  /// A taken part of the capacity, given back with its last reference.
  final class Place: Sendable {
    private let queue: WaitQueue
    private let key: Key
    private let cost: Atomic<Int>

    fileprivate init(_ queue: WaitQueue, _ key: Key, _ cost: Int) {
      self.queue = queue
      self.key = key
      self.cost = Atomic(cost)
    }

    deinit { queue.change(key, by: -cost.load(ordering: .relaxed)) }

    /// Replaces an estimated cost with the real one.
    func settle(_ cost: Int) {
      queue.change(key, by: cost - self.cost.exchange(cost, ordering: .relaxed))
    }
  }

  fileprivate struct Waiter: Sendable {
    let id: UInt64
    let cost: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  fileprivate struct State {
    var taken: [Key: Int] = [:]
    var total = 0
    var lines: [Key: [Waiter]] = [:]
    /// The keys with waiters, in the order of their turns.
    var turns: [Key] = []
    var lastID: UInt64 = 0
  }

  private let bounds: Bounds
  private let state = Mutex(State())

  init(_ bounds: Bounds) {
    self.bounds = bounds
  }

  /// The capacity in use.
  var taken: Int { state.withLock(\.total) }

  /// The number of waiters.
  var waitingCount: Int { state.withLock { $0.lines.values.reduce(0) { $0 + $1.count } } }

  /// Waits for a place.
  ///
  /// - Parameter cost: The capacity that the place takes, at most one key's share.
  /// - Throws: `M_LIMIT_EXCEEDED` when too many wait under the key, and `CancellationError`.
  func enter(_ key: Key, cost: Int = 1) async throws -> Place {
    let cost = min(cost, bounds.perKey)
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Waiter(id: id, cost: cost, continuation: continuation), to: key)
        // A cancellation before this point found no waiter to remove.
        if Task.isCancelled { giveUp(id, key) }
      }
    } onCancel: {
      giveUp(id, key)
    }
    return Place(self, key, cost)
  }

  private func add(_ waiter: Waiter, to key: Key) {
    let admitted: [Waiter]? = state.withLock { state in
      if state.lines[key] == nil { state.turns.append(key) }
      state.lines[key, default: []].append(waiter)
      let admitted = state.admit(bounds)
      guard let line = state.lines[key], line.count > bounds.waiting else { return admitted }
      // The line is still too long after admission, so nothing made room for this waiter.
      state.remove(at: line.count - 1, of: key)
      return nil
    }
    guard let admitted else {
      return waiter.continuation.resume(throwing: MatrixError.limited(retryAfter: 1000))
    }
    for waiter in admitted { waiter.continuation.resume() }
  }

  private func giveUp(_ id: UInt64, _ key: Key) {
    let (left, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
      guard let index = state.lines[key]?.firstIndex(where: { $0.id == id }) else {
        return (nil, [])
      }
      // The next waiter of the line may need less.
      return (state.remove(at: index, of: key), state.admit(bounds))
    }
    left?.continuation.resume(throwing: CancellationError())
    for waiter in admitted { waiter.continuation.resume() }
  }

  private func change(_ key: Key, by cost: Int) {
    let admitted = state.withLock { state in
      state.take(key, cost)
      return state.admit(bounds)
    }
    for waiter in admitted { waiter.continuation.resume() }
  }
}

extension WaitQueue.State {
  fileprivate mutating func take(_ key: Key, _ cost: Int) {
    total += cost
    let sum = taken[key, default: 0] + cost
    taken[key] = sum == 0 ? nil : sum
  }

  /// Removes and returns the waiters that fit now.
  ///
  /// A key whose share is full is skipped. A key that waits for the total is not; otherwise small
  /// costs would starve a large one.
  fileprivate mutating func admit(_ bounds: WaitQueue.Bounds) -> [WaitQueue.Waiter] {
    var admitted: [WaitQueue.Waiter] = []
    while let turn = turns.firstIndex(where: { hasShare($0, bounds.perKey) }) {
      let key = turns[turn]
      guard let cost = lines[key]?.first?.cost, total + cost <= bounds.total else { break }
      take(key, cost)
      admitted.append(remove(at: 0, of: key))
      if let turn = turns.firstIndex(of: key) { turns.append(turns.remove(at: turn)) }
    }
    return admitted
  }

  private func hasShare(_ key: Key, _ share: Int) -> Bool {
    guard let cost = lines[key]?.first?.cost else { return false }
    return taken[key, default: 0] + cost <= share
  }

  @discardableResult
  fileprivate mutating func remove(at index: Int, of key: Key) -> WaitQueue.Waiter {
    var line = lines[key] ?? []
    let waiter = line.remove(at: index)
    lines[key] = line.isEmpty ? nil : line
    if line.isEmpty { turns.removeAll { $0 == key } }
    return waiter
  }
}
