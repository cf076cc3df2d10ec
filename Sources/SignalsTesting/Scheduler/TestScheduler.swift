public import Signals
public import Testing

/// A scheduler whose time stands still until a test moves it.
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
/// *Order.* Actions run by their time, and those of the same time in the order in which they were
/// scheduled. What an action schedules without delay runs after everything that was due at that
/// moment before it. *Time.* While an action runs, `now` is the time at which it was due.
/// *Threads.* Scheduling and disposing are safe from any thread; actions run inside `advance` and
/// `run`, on the caller's thread. On the main actor each action is one `batch`, as each turn of an
/// application's event loop is. *Disposal.* A disposed action does not run, does not count as
/// pending and releases what it holds at once.
///
/// Scheduling and running an action cost O(log n) for n waiting actions.
public final class TestScheduler: Scheduler {
  private let time = VirtualTime()

  /// Makes a scheduler at time zero.
  public init() {}

  /// The time on the clock of this scheduler.
  public var now: Duration {
    time.now
  }

  /// How many actions wait; zero shows that no timer was forgotten.
  public var pendingCount: Int {
    time.pendingCount
  }

  /// Runs `action` when the time is moved next, even by zero.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    time.add(action, after: .zero)
  }

  /// Runs `action` after a delay, unless the result is disposed of before.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    time.add(action, after: delay)
  }

  /// Moves the time on by `interval` and runs what becomes due; zero runs what is due already.
  public func advance(by interval: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    advance(to: now + interval, sourceLocation: sourceLocation)
  }

  /// Moves the time to `time` and runs what becomes due on the way, also what those actions
  /// schedule.
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

  /// Runs actions until none is left and moves the time to the last one.
  ///
  /// After `limit` actions it stops and fails the test: a signal that repeats for ever is moved with
  /// `advance` instead.
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
