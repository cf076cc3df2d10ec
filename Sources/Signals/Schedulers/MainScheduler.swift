import Dispatch

/// Runs work on the main actor, which is libdispatch's main queue.
public final class MainScheduler: Scheduler {
  static let shared = MainScheduler()

  private let turn = MainTurn()

  private init() {}

  /// Whether the caller runs on the main queue.
  public static var isCurrent: Bool {
    MainQueue.isCurrent
  }

  /// The time on this scheduler's clock.
  public var now: Duration {
    MonotonicTime.now
  }

  /// Runs `action` at once if on main with nothing queued or running here, otherwise after that
  /// work.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    if turn.tryEnter() {
      scheduled.run()
      turn.leave(again)
    } else {
      turn.post({ scheduled.run() }, again)
    }
    return scheduled
  }

  private var again: @Sendable () -> Void {
    { self.turn.drain(self.again) }
  }

  /// Runs `action` on main after a delay, unless the result is disposed of first.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let scheduled = ScheduledAction(action)
    DispatchQueue.main.asyncAfter(deadline: MonotonicTime.deadline(after: delay)) {
      scheduled.run()
    }
    return scheduled
  }
}

extension Scheduler where Self == MainScheduler {
  /// Runs work on the main actor.
  public static var main: MainScheduler {
    MainScheduler.shared
  }
}
