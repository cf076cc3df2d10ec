extension Signal {
  /// The same events, always on main, where this signal's sender is.
  ///
  /// An event that main sends can still reach this stage on another thread: a thread that subscribes
  /// or disposes holds the sender's turn meanwhile, and delivers what is sent in that time.
  @inlinable
  func deliveredOnMain() -> Signal {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let receiver = MainReceiver<Value, Failure>(
        observer.subscription, value: { observer.onValue($0) }, end: { observer.finish($0) })
      attach(
        Observer(
          subscription: observer.makeChild(), value: { receiver.receive($0) },
          end: { receiver.receive($0) }))
    }
  }
}
