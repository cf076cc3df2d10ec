import Dispatch

/// Runs work one piece after the other on a queue of its own, off the main thread.
public final class SerialScheduler: Scheduler {
  private let queue: DispatchQueue

  /// Makes a scheduler whose queue shows up as `label` in debuggers.
  public init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// The time on the clock of this scheduler.
  public var now: Duration {
    MonotonicTime.now
  }

  /// Runs `action` on the queue, after everything that was scheduled before it.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    queue.async { scheduled.run() }
    return scheduled
  }

  /// Runs `action` on the queue after a delay, unless the result is disposed of before.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let scheduled = ScheduledAction(action)
    queue.asyncAfter(deadline: MonotonicTime.deadline(after: delay)) { scheduled.run() }
    return scheduled
  }
}
