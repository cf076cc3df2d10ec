import Dispatch

/// Runs work one piece at a time on its own queue, off the main thread.
public final class SerialScheduler: Scheduler {
  private let queue: DispatchQueue

  /// Makes a scheduler whose queue appears as `label` in debuggers.
  public init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// The time on this scheduler's clock.
  public var now: Duration {
    MonotonicTime.now
  }

  /// Runs `action` on the queue, after everything scheduled before it.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    queue.async { scheduled.run() }
    return scheduled
  }

  /// Runs `action` on the queue after a delay, unless the result is disposed of first.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let scheduled = ScheduledAction(action)
    queue.asyncAfter(deadline: MonotonicTime.deadline(after: delay)) { scheduled.run() }
    return scheduled
  }
}
