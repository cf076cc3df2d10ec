/// How long something lives: disposables added to it end with it.
///
/// A lifetime ends by `end()` or when its last reference goes; give it to the object whose life it
/// stands for.
public final class Lifetime: Sendable {
  private let disposables = CompositeDisposable()

  /// Makes a lifetime that has not ended.
  public init() {}

  deinit {
    disposables.dispose()
  }

  /// Whether the lifetime is over.
  public var hasEnded: Bool {
    disposables.isDisposed
  }

  /// Ends the lifetime now.
  public func end() {
    disposables.dispose()
  }

  /// Disposes of `disposable` when the lifetime ends, at once when it has ended already.
  public func add(_ disposable: any Disposable) {
    disposables.add(disposable)
  }

  /// Adds the disposable on the right to the lifetime on the left.
  public static func += (lifetime: Lifetime, disposable: any Disposable) {
    lifetime.add(disposable)
  }
}
