import Dispatch

/// Runs work at once on the thread that schedules it.
///
/// Delayed work runs on a queue of the system after its delay; nothing sleeps.
public struct ImmediateScheduler: Scheduler {
  init() {}

  /// The time on the clock of this scheduler.
  public var now: Duration {
    MonotonicTime.now
  }

  /// Runs `action` now, before it returns.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable()
  }

  /// Runs `action` after a delay, on a queue of the system, unless the result is disposed of
  /// before.
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
