import Dispatch
import Synchronization

/// Works on items in batches, one batch at a time: the items that wait meanwhile form the next one.
final class BatchQueue<Item: Sendable>: Sendable {
  private struct State {
    var waiting: [Item] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// - Parameter work: Takes a batch; the same for every item.
  func add(_ item: Item, _ work: @escaping @Sendable ([Item]) -> Void) {
    let starts = state.withLock { state in
      state.waiting.append(item)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { queue.async { self.drain(work) } }
  }

  private func drain(_ work: ([Item]) -> Void) {
    while true {
      let batch = state.withLock { state in
        defer { state.waiting = [] }
        if state.waiting.isEmpty { state.isRunning = false }
        return state.waiting
      }
      if batch.isEmpty { return }
      work(batch)
    }
  }
}
