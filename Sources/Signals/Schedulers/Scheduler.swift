/// Where and when work runs.
///
/// Time-based operators take their scheduler as an argument, so tests can pass a virtual one.
public protocol Scheduler: Sendable {
  /// The time on this scheduler's clock since some fixed origin; it never goes backwards.
  var now: Duration { get }

  /// Runs `action` as soon as possible; actions scheduled one after the other run in that order.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

  /// Runs `action` after a delay; disposing of the result before then cancels it.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}

extension Scheduler {
  /// Runs `action` every `interval`, for the first time after one interval, until disposed of.
  @discardableResult
  func schedule(
    every interval: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let slot = SerialDisposable()
    let start = now
    repeatAction(action, interval: interval, due: start + interval, slot: slot)
    return slot
  }

  /// Due times are multiples of the interval, so late runs do not accumulate drift.
  private func repeatAction(
    _ action: @escaping @Sendable () -> Void, interval: Duration, due: Duration,
    slot: SerialDisposable
  ) {
    guard !slot.isDisposed else { return }
    slot.start {
      schedule(after: max(due - now, .zero)) {
        action()
        repeatAction(action, interval: interval, due: due + interval, slot: slot)
      }
    }
  }
}
