/// Runs requests one at a time, in the order in which they were added.
actor RequestQueue {
  private var waiting: [@Sendable () async -> Void] = []
  private var work: Task<Void, Never>?

  /// How many requests are waiting or running.
  var count: Int { waiting.count + (work == nil ? 0 : 1) }

  /// Adds a request, and starts it when no other one runs.
  func add(_ request: @escaping @Sendable () async -> Void) {
    waiting.append(request)
    guard work == nil else { return }
    work = Task {
      while !Task.isCancelled, !waiting.isEmpty { await waiting.removeFirst()() }
      work = nil
    }
  }

  /// Forgets the requests that wait, and cancels the running one.
  func cancel() {
    waiting = []
    work?.cancel()
  }
}
