import Synchronization

/// Something that can be ended: a subscription, a timer, a piece of work.
///
/// `dispose()` may be called from any thread, from inside any callback and more than once; only the
/// first call has an effect.
public protocol Disposable: Sendable {
  /// Ends the work and releases what it holds.
  func dispose()

  /// Whether `dispose()` was called, or the work ended by itself.
  var isDisposed: Bool { get }
}

/// A disposable that runs a closure once.
///
/// The closure runs on the thread of the first `dispose()` and is released afterwards.
public final class AnyDisposable: Disposable {
  private let flag = Atomic(false)
  private let action: Lock<(@Sendable () -> Void)?>

  /// Makes a disposable that only remembers that it was disposed of.
  public init() {
    action = Lock(nil)
  }

  /// Makes a disposable that runs `action` on the first `dispose()`.
  public init(_ action: @escaping @Sendable () -> Void) {
    self.action = Lock(action)
  }

  /// Whether `dispose()` was called.
  public var isDisposed: Bool {
    flag.load(ordering: .acquiring)
  }

  /// Ends it; only the first call has an effect.
  public func dispose() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let action = action.withLock { stored in
      let taken = stored
      stored = nil
      return taken
    }
    action?()
  }
}
