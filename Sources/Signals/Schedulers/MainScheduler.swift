import Dispatch

/// Runs work on the main actor, which is libdispatch's main queue.
///
/// A queue-specific key, not the thread, tells whether code is "on main". The main queue can be
/// drained by a thread other than the first one (it is after `dispatchMain()`), and the first
/// thread can run a block of another queue (inside `sync`). libdispatch also treats the first
/// thread as the main queue while nothing else runs on it, so code that an event loop calls there
/// outside a main-queue callback is on main too.
public final class MainScheduler: Scheduler {
  static let shared = MainScheduler()

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private let turn = MainTurn()

  private init() {}

  /// Whether the caller runs on the main queue.
  public static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) ?? false
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
