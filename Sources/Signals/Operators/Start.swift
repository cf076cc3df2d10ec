extension Signal {
  /// Sends `value`, then subscribes to the signal and sends what it sends.
  public func start(with value: Value) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      observer.onValue(value)
      guard !observer.isDisposed else { return }
      attach(observer)
    })
  }
}
