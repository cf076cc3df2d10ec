import Dispatch

/// Runs work on the main actor, which is libdispatch's main queue.
///
/// Whether code is "on main" is told by a key of that queue, not by the thread: the main queue can
/// be drained by another thread than the first one (it is after `dispatchMain()`), and the first
/// thread can be running a block of another queue (inside `sync`). libdispatch also takes the first
/// thread for the main queue while nothing else runs on it, so code that an event loop calls there
/// outside of a main-queue callback is on main too.
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

  /// The time on the clock of this scheduler.
  public var now: Duration {
    MonotonicTime.now
  }

  /// Runs `action` at once when on main and nothing is queued or running here, else after that.
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

  /// Runs `action` on main after a delay, unless the result is disposed of before.
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
