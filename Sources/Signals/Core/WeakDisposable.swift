/// Disposes of an object without keeping it alive.
final class WeakDisposable<Target: Disposable & AnyObject>: Disposable {
  private weak let target: Target?

  init(_ target: Target) {
    self.target = target
  }

  var isDisposed: Bool {
    target?.isDisposed ?? true
  }

  func dispose() {
    target?.dispose()
  }
}
