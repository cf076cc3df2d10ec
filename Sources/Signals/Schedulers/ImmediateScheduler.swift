import Dispatch

/// Runs work at once on the thread that schedules it.
///
/// Delayed work runs on a system queue after its delay; no thread sleeps.
public struct ImmediateScheduler: Scheduler {
  init() {}

  /// The time on this scheduler's clock.
  public var now: Duration {
    MonotonicTime.now
  }

  /// Runs `action` now, before it returns.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable()
  }

  /// Runs `action` on a system queue after a delay, unless the result is disposed of first.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let scheduled = ScheduledAction(action)
    DispatchQueue.global().asyncAfter(deadline: MonotonicTime.deadline(after: delay)) {
      scheduled.run()
    }
    return scheduled
  }
}

extension Scheduler where Self == ImmediateScheduler {
  /// Runs work at once on the thread that schedules it.
  public static var immediate: ImmediateScheduler {
    ImmediateScheduler()
  }
}
