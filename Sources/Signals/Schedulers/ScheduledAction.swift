/// An action scheduled for later; disposing of it releases its closure at once.
final class ScheduledAction: Disposable {
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = Lock(action)
  }

  var isDisposed: Bool {
    action.withLock { $0 == nil }
  }

  func dispose() {
    _ = take()
  }

  func run() {
    take()?()
  }

  private func take() -> (@Sendable () -> Void)? {
    action.withLock { stored in
      let taken = stored
      stored = nil
      return taken
    }
  }
}
