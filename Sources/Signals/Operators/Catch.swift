extension Signal {
  /// Continues with another signal after a failure.
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let upstream = observer.makeChild()
      attach(
        Observer(
          subscription: upstream,
          value: observer.onValue,
          failed: { failure in
            upstream.dispose()
            guard !observer.isDisposed else { return }
            handler(failure).attach(observer)
          },
          completed: { observer.finish() }))
    })
  }
}
