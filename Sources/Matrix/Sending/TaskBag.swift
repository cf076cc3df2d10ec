import Synchronization

/// Tasks that end with their owner.
final class TaskBag: Sendable {
  private let state = Mutex<(tasks: [Int: Task<Void, Never>], next: Int, isClosed: Bool)>(
    ([:], 0, false))

  /// Runs work until it ends or `cancelAll()` is called.
  func run(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isClosed else { return }
      let id = state.next
      state.next += 1
      state.tasks[id] = Task { [weak self] in
        await work()
        self?.remove(id)
      }
    }
  }

  /// Cancels all work and refuses new work.
  func cancelAll() {
    let tasks = state.withLock { state in
      state.isClosed = true
      defer { state.tasks = [:] }
      return state.tasks
    }
    for task in tasks.values { task.cancel() }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.tasks[id] = nil }
  }
}
