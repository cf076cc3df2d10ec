package import Signals
import Synchronization

extension Scheduler {
  /// Waits on this scheduler's clock; throws when the task is cancelled.
  package func sleep(for duration: Duration) async throws(CancellationError) {
    let wait = Wait()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard wait.begin(continuation) else { return }
        wait.keep(schedule(after: duration) { wait.end() })
      }
    } onCancel: {
      wait.end()
    }
    if Task.isCancelled { throw CancellationError() }
  }
}

/// One wait that ends once: by the clock or by cancellation, whichever comes first.
private final class Wait: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>, timer: (any Disposable)?)
    case ended
  }

  private let state = Mutex(State.idle)

  /// False when the wait ended before it began; the continuation is then already resumed.
  func begin(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    let hasBegun = state.withLock { state in
      guard case .idle = state else { return false }
      state = .waiting(continuation, timer: nil)
      return true
    }
    if !hasBegun { continuation.resume() }
    return hasBegun
  }

  func keep(_ timer: any Disposable) {
    let isKept = state.withLock { state in
      guard case .waiting(let continuation, _) = state else { return false }
      state = .waiting(continuation, timer: timer)
      return true
    }
    if !isKept { timer.dispose() }
  }

  func end() {
    let old = state.withLock { state in
      let old = state
      state = .ended
      return old
    }
    guard case .waiting(let continuation, let timer) = old else { return }
    timer?.dispose()
    continuation.resume()
  }
}
