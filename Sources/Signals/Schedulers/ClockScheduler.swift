/// Runs work one piece at a time, off the main thread, by the time of a Swift clock.
///
/// With a test clock, time-based operators follow the clock of the code around them.
public final class ClockScheduler<Source: Clock>: Scheduler where Source.Duration == Duration {
  private let clock: Source
  private let origin: Source.Instant
  private let serial: SerialScheduler

  /// Makes a scheduler whose queue appears as `label` in debuggers.
  public init(_ clock: Source, label: String = "clock") {
    self.clock = clock
    origin = clock.now
    serial = SerialScheduler(label: label)
  }

  /// The time on the clock since the scheduler was made.
  public var now: Duration {
    origin.duration(to: clock.now)
  }

  /// Runs `action` on the queue, after everything scheduled before it.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    serial.schedule(action)
  }

  /// Runs `action` on the queue when the clock has advanced by `delay`, unless the result is
  /// disposed of first.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let due = clock.now.advanced(by: MonotonicTime.bounded(delay))
    let scheduled = ScheduledAction(action)
    let timer = Task { [clock, serial] in
      // The only error is that of a cancelled task.
      guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
      serial.schedule { scheduled.run() }
    }
    return ClockTimer(action: scheduled, task: timer)
  }
}

/// An action that a task runs when a clock has advanced far enough.
private struct ClockTimer: Disposable {
  let action: ScheduledAction
  let task: Task<Void, Never>

  var isDisposed: Bool { action.isDisposed }

  func dispose() {
    action.dispose()
    task.cancel()
  }
}
