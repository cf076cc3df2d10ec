public import Signals
public import Testing

/// A scheduler whose time moves only when a test moves it.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let recorder = Recorder(search.debounce(.milliseconds(300), on: scheduler))
/// text.send("a")
/// scheduler.advance(by: .milliseconds(299))
/// recorder.expectNothing()
/// scheduler.advance(by: .milliseconds(1))
/// recorder.expect("a")
/// ```
///
/// *Order.* Actions run by due time, and those with the same due time in the order in which they
/// were scheduled. An action that another action schedules without delay runs after everything that
/// was already due at that moment. *Time.* While an action runs, `now` is the time at which it was
/// due. *Threads.* Scheduling and disposing are safe from any thread; actions run inside `advance`
/// and `run`, on the caller's thread. On the main actor each action is one `batch`, like each turn
/// of an application's event loop. *Disposal.* A disposed action does not run, does not count as
/// pending and releases what it holds at once.
///
/// Scheduling and running an action cost O(log n) for n waiting actions.
public final class TestScheduler: Scheduler {
  private let time = VirtualTime()

  /// Makes a scheduler at time zero.
  public init() {}

  /// The time on this scheduler's clock.
  public var now: Duration {
    time.now
  }

  /// The number of waiting actions; zero proves that no timer was forgotten.
  public var pendingCount: Int {
    time.pendingCount
  }

  /// Runs `action` when time is next moved, even by zero.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    time.add(action, after: .zero)
  }

  /// Runs `action` after a delay, unless the result is disposed of first.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    time.add(action, after: delay)
  }

  /// Moves time forward by `interval` and runs what becomes due; zero runs what is already due.
  public func advance(by interval: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    advance(to: now + interval, sourceLocation: sourceLocation)
  }

  /// Moves time to `time` and runs what becomes due on the way, including actions that those
  /// actions schedule.
  ///
  /// A time in the past fails the test and changes nothing.
  public func advance(to time: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    guard time >= now else {
      Issue.record(
        "virtual time does not go back from \(now) to \(time)", sourceLocation: sourceLocation)
      return
    }
    while let action = self.time.takeNext(until: time) { perform(action) }
    self.time.move(to: time)
  }

  /// Runs actions until none is left and moves time to the last one.
  ///
  /// After `limit` actions it stops and fails the test: use `advance` for a signal that repeats
  /// forever.
  public func run(limit: Int = 1_000_000, sourceLocation: SourceLocation = #_sourceLocation) {
    var count = 0
    while pendingCount > 0 {
      guard count < limit else {
        Issue.record(
          "the scheduler does not come to rest: \(pendingCount) pending after \(limit) actions",
          sourceLocation: sourceLocation)
        return
      }
      guard let action = time.takeNext(until: nil) else { return }
      perform(action)
      count += 1
    }
  }

  private func perform(_ action: @escaping @Sendable () -> Void) {
    if MainScheduler.isCurrent {
      MainActor.assumeIsolated { batch { action() } }
    } else {
      action()
    }
  }
}
