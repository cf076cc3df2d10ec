extension Signal {
  /// Continues with the signal that `handler` returns for a failure.
  ///
  /// The source is disposed of first. `handler` runs on the thread of the failure. Values and
  /// completion of both signals, and a failure of the second, pass at once on their threads.
  /// Disposal ends whichever is running. A recursive `catch` does not grow the stack.
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let upstream = observer.makeChild()
      let receiver = Observer<Value, Failure>(
        subscription: upstream, value: { observer.send($0) },
        end: { end in
          switch end {
          case .completed: observer.finish()
          case .lost: observer.finish(.lost)
          case .failed(let failure):
            upstream.dispose()
            Succession.follow(observer.subscription) {
              guard !observer.isDisposed else { return }
              let next = handler(failure)
              guard !observer.isDisposed else { return }
              next.attach(observer)
            }
          }
        })
      Succession.begin(observer.subscription) { attach(receiver) }
    })
  }

  /// Continues with the signal that `handler` returns for a failure and that cannot fail.
  ///
  /// Otherwise like `catch` with a signal of the resulting failure type.
  @_disfavoredOverload
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> Signal<Value, Never>
  ) -> Signal<Value, NewFailure> {
    `catch` { handler($0).promoteError(to: NewFailure.self) }
  }
}
