extension Signal {
  /// Continues with the signal that `handler` makes of a failure.
  ///
  /// The source is disposed of before. `handler` runs on the thread of the failure; values and
  /// completion of both signals pass at once, on their threads, and a failure of the second one
  /// too. Disposal ends the one that runs.
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
