extension Signal {
  /// Sends `value`, then subscribes to the signal and sends its events.
  ///
  /// `value` is sent on the thread of the subscriber, within the subscription. If the subscription
  /// is disposed of meanwhile, the signal is not subscribed to.
  public func start(with value: Value) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      observer.onValue(value)
      guard !observer.isDisposed else { return }
      attach(observer)
    }
  }
}
