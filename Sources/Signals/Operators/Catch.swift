extension Signal {
  /// Continues with the signal that `handler` returns for a failure.
  ///
  /// The source is disposed of first. `handler` runs on the thread of the failure. Values and
  /// completion of both signals, and a failure of the second, pass at once on their threads.
  /// Disposal ends whichever is running.
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let upstream = observer.makeChild()
      attach(
        Observer(subscription: upstream, value: { observer.send($0) }) { end in
          switch end {
          case .completed: observer.finish()
          case .failed(let failure):
            upstream.dispose()
            let next = handler(failure)
            guard !observer.isDisposed else { return }
            next.attach(observer)
          }
        })
    })
  }
}
