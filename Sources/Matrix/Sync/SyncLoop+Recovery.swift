import Controllers
import Signals
import Synchronization

// What the loop does after a failed poll.
extension SyncLoop {
  func recover(
    from error: RequestError, after token: SyncToken?, _ pace: inout SyncPace
  ) async {
    if progress.withLock({ $0.choice.failed(error) }) { return }
    if error.reason.tellsOfAbsence { pace.lostServer() }
    if error.status == 400, token != nil {
      // The server no longer knows the token: begin again without it.
      pace.restarts += 1
      if (try? await store.forgetSyncToken()) != nil, pace.restarts == 1 { return }
    }
    pace.failures += 1
    var error = error
    do throws(RequestError) {
      if try await revive(after: error, &pace) { return }
    } catch let failure {
      error = failure
    }
    guard !Task.isCancelled else { return }
    await wait(backoff.delay(after: pace.failures, error), after: error)
  }

  private func wait(_ pause: Duration, after error: RequestError) async {
    guard !isHurried else { return }
    show(.offline(error, retryAfter: pause))
    await delay.wait(pause, on: scheduler)
  }

  /// Restarts the server if it is gone; true when it can be polled at once.
  private func revive(
    after error: RequestError, _ pace: inout SyncPace
  ) async throws(RequestError) -> Bool {
    guard let revival, error.reason.tellsOfAbsence else { return false }
    if let pause = pace.pauseBeforeRevival(at: scheduler.now) { await wait(pause, after: error) }
    guard !Task.isCancelled else { return true }
    show(.offline(error, retryAfter: .zero))
    guard try await revival() else { return false }
    pace.revived(at: scheduler.now)
    return true
  }
}

extension RequestError.Reason {
  /// Whether the server may be gone.
  var tellsOfAbsence: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
