extension Signal {
  /// A signal that runs asynchronous work per subscription, sends its result and completes.
  ///
  /// The work runs in a task of its own, off the main actor unless the closure says otherwise;
  /// disposal cancels the task and its result is dropped.
  public static func from(_ work: @escaping @Sendable () async throws(Failure) -> Value) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      let task = Task {
        do throws(Failure) {
          let value = try await work()
          guard !observer.isDisposed else { return }
          observer.onValue(value)
          guard !observer.isDisposed else { return }
          observer.finish()
        } catch {
          guard !observer.isDisposed else { return }
          observer.finish(error)
        }
      }
      observer.subscription.add(AnyDisposable { task.cancel() })
    })
  }

  /// A signal that runs asynchronous work per subscription and maps what it throws.
  public static func from(
    mapError: @escaping @Sendable (any Error) -> Failure,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Signal {
    from { () async throws(Failure) -> Value in
      do {
        return try await work()
      } catch {
        throw mapError(error)
      }
    }
  }

  /// The values as an asynchronous sequence that throws the failure.
  ///
  /// Each iterator subscribes once; values that come faster than they are taken are kept. Leaving
  /// the loop or cancelling the task ends the subscription; a cancelled iteration ends with `nil`.
  public var values: SignalValues<Value, Failure> {
    SignalValues(self)
  }

  /// Waits for the first value; `nil` when the signal completes, or the task is cancelled, before.
  public func first() async throws(Failure) -> Value? {
    let iterator = take(first: 1).values.makeAsyncIterator()
    return try await iterator.next(isolation: #isolation)
  }
}
