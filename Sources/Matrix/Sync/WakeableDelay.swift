import Signals
import Synchronization

/// A wait that can end early.
final class WakeableDelay: Sendable {
  private struct State {
    var ticket = 0
    var finished = 0
    var waiter: CheckedContinuation<Void, Never>?
    var timer: (any Disposable)?
    var isWoken = false
  }

  private let state = Mutex(State())
  private let remembersWake: Bool

  /// When `remembersWake` is true, a wake without a waiter ends the next wait at once.
  init(remembersWake: Bool = false) {
    self.remembersWake = remembersWake
  }

  /// Returns when the time has passed, at `wake()`, or when the task is cancelled.
  ///
  /// Without a duration, only the latter two end the wait. Only one task at a time may wait.
  func wait(_ duration: Duration?, on scheduler: any Scheduler) async {
    let ticket = state.withLock { state -> Int in
      state.ticket += 1
      if state.isWoken { state.finished = state.ticket }
      state.isWoken = false
      return state.ticket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.finished < ticket else { return true }
          state.waiter = continuation
          return false
        }
        if isOver {
          continuation.resume()
        } else if let duration {
          startTimer(duration, ticket, on: scheduler)
        }
      }
    } onCancel: {
      finish(ticket)
    }
  }

  /// Ends the wait now.
  func wake() {
    let ticket = state.withLock { state -> Int? in
      if state.waiter == nil, state.finished >= state.ticket {
        state.isWoken = remembersWake
        return nil
      }
      return state.ticket
    }
    if let ticket { finish(ticket) }
  }

  private func startTimer(_ duration: Duration, _ ticket: Int, on scheduler: any Scheduler) {
    let timer = scheduler.schedule(after: duration) { [weak self] in self?.finish(ticket) }
    let isOver = state.withLock { state in
      guard state.finished < ticket else { return true }
      state.timer = timer
      return false
    }
    if isOver { timer.dispose() }
  }

  private func finish(_ ticket: Int) {
    let ended = state.withLock { state -> (CheckedContinuation<Void, Never>?, (any Disposable)?) in
      guard state.finished < ticket, ticket == state.ticket else { return (nil, nil) }
      state.finished = ticket
      defer {
        state.waiter = nil
        state.timer = nil
      }
      return (state.waiter, state.timer)
    }
    ended.1?.dispose()
    ended.0?.resume()
  }
}
