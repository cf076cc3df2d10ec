import Dispatch
import Signals
import SignalsTesting
import Synchronization
import Testing

/// The scheduler of a stress round: virtual time that one thread at a time advances, or a queue.
final class StressClock: Sendable {
  let isVirtual: Bool
  private let virtual = TestScheduler()
  private let real = SerialScheduler(label: "stress")
  private let isMoving = Atomic(false)

  init(isVirtual: Bool) {
    self.isVirtual = isVirtual
  }

  var scheduler: any Scheduler {
    isVirtual ? virtual as any Scheduler : real
  }

  /// Advances virtual time, unless another thread is doing so.
  func move(by interval: Duration) {
    guard isVirtual, !isMoving.exchange(true, ordering: .acquiring) else { return }
    virtual.advance(by: interval)
    isMoving.store(false, ordering: .releasing)
  }

  /// Runs what is due.
  func settle() {
    guard !isVirtual else { return move(by: .seconds(1)) }
    let isDone = DispatchSemaphore(value: 0)
    real.schedule(after: .milliseconds(4)) { isDone.signal() }
    isDone.wait()
  }
}
