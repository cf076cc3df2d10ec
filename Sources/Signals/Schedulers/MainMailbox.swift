import Dispatch

/// Brings messages to the main actor in the order in which they were posted.
///
/// On main with nothing queued or being handled, a message is handled inside `post`. Otherwise it is
/// queued: one drain is scheduled for a whole burst, and what is posted from inside a handler is
/// handled right after it, without recursion.
final class MainMailbox<Message: Sendable>: Sendable {
  typealias Handler = @MainActor (Message) -> Void

  private struct State {
    var queue: [Message] = []
    /// A drain waits on the main queue or is running, or a message is handled inline.
    var isBusy = false
  }

  private let state = Lock(State())

  /// After so many batches in one go a drain lets other work of the main queue pass.
  private static var batchLimit: Int { 1000 }

  /// Handles the message on main, now or later; all posts of a mailbox pass the same handler.
  func post(_ message: Message, _ handle: @escaping Handler) {
    let isMain = MainScheduler.isCurrent
    let wasBusy = state.withLock { state in
      let wasBusy = state.isBusy
      state.isBusy = true
      if wasBusy || !isMain { state.queue.append(message) }
      return wasBusy
    }
    guard !wasBusy else { return }
    guard isMain else { return scheduleDrain(handle) }
    MainActor.assumeIsolated {
      handle(message)
      drain(handle)
    }
  }

  private func scheduleDrain(_ handle: @escaping Handler) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated { self.drain(handle) }
    }
  }

  @MainActor
  private func drain(_ handle: @escaping Handler) {
    var batch: [Message] = []
    for _ in 0..<Self.batchLimit {
      batch.removeAll(keepingCapacity: true)
      state.withLock { state in
        swap(&state.queue, &batch)
        if batch.isEmpty { state.isBusy = false }
      }
      if batch.isEmpty { return }
      for message in batch { handle(message) }
    }
    scheduleDrain(handle)
  }
}
