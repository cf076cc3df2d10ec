/// The lifetime of an object: disposables added to it are disposed of when it ends.
///
/// A lifetime ends with `end()` or when its last reference is released, so store it in the object
/// whose life it represents.
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

  /// Disposes of `disposable` when the lifetime ends, or at once if it has already ended.
  public func add(_ disposable: any Disposable) {
    disposables.add(disposable)
  }

  /// Adds the disposable on the right to the lifetime on the left.
  public static func += (lifetime: Lifetime, disposable: any Disposable) {
    lifetime.add(disposable)
  }
}
