public import Signals
import Synchronization

/// A scheduler whose time stands still until a test moves it.
///
/// Actions run inside `advance` and `run`, on the caller's thread, in the order of their time, then
/// of their scheduling. On the main actor each action is one `batch`, as each turn of an
/// application's event loop is.
public final class TestScheduler: Scheduler {
  private struct Item {
    let due: Duration
    let number: Int
    let action: @Sendable () -> Void
    let handle: AnyDisposable
  }

  private struct State {
    var now = Duration.zero
    var nextNumber = 0
    var items: [Item] = []

    /// Takes the first action that is due at `limit`, and moves the time to it.
    mutating func takeNext(until limit: Duration?) -> Item? {
      items.removeAll { $0.handle.isDisposed }
      let next = items.indices.min {
        (items[$0].due, items[$0].number) < (items[$1].due, items[$1].number)
      }
      guard let next else { return nil }
      if let limit, items[next].due > limit { return nil }
      now = max(now, items[next].due)
      return items.remove(at: next)
    }
  }

  private let state = Mutex(State())

  /// Makes a scheduler at time zero.
  public init() {}

  /// The time on the clock of this scheduler.
  public var now: Duration {
    state.withLock { $0.now }
  }

  /// How many actions wait.
  public var pendingCount: Int {
    state.withLock { state in state.items.count { !$0.handle.isDisposed } }
  }

  /// Runs `action` as soon as possible.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  /// Runs `action` after a delay, unless the result is disposed of before.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let handle = AnyDisposable()
    state.withLock { state in
      let due = state.now + max(delay, .zero)
      let number = state.nextNumber
      state.items.append(Item(due: due, number: number, action: action, handle: handle))
      state.nextNumber += 1
    }
    return handle
  }

  /// Moves the time on by `interval` and runs what becomes due; zero runs what is due already.
  public func advance(by interval: Duration) {
    advance(to: now + interval)
  }

  /// Moves the time to `time`, which is not in the past, and runs what becomes due.
  public func advance(to time: Duration) {
    precondition(time >= now, "virtual time does not go back")
    while let item = state.withLock({ $0.takeNext(until: time) }) { perform(item) }
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Runs actions until none is left and moves the time to the last one.
  ///
  /// Do not call it with a signal that repeats for ever: after `limit` actions it is a programmer's
  /// mistake.
  public func run(limit: Int = 1_000_000) {
    var count = 0
    while let item = state.withLock({ $0.takeNext(until: nil) }) {
      count += 1
      precondition(count <= limit, "the scheduler does not come to rest")
      perform(item)
    }
  }

  private func perform(_ item: Item) {
    guard !item.handle.isDisposed else { return }
    item.handle.dispose()
    if MainScheduler.isCurrent {
      MainActor.assumeIsolated { batch { item.action() } }
    } else {
      item.action()
    }
  }
}
