extension Signal {
  /// A signal that runs asynchronous work per subscription, sends its result and completes.
  ///
  /// The work runs in its own task, off the main actor unless the closure says otherwise. Disposal
  /// cancels the task and drops its result.
  public static func from(_ work: @escaping @Sendable () async throws(Failure) -> Value) -> Signal {
    Signal(linking: { observer in
      guard !observer.isDisposed else { return }
      let task = Task {
        do throws(Failure) {
          let value = try await work()
          observer.send(value)
          observer.finish()
        } catch {
          observer.finish(error)
        }
      }
      observer.subscription.add(AnyDisposable { task.cancel() })
    })
  }

  /// A signal that runs asynchronous work per subscription and maps what it throws.
  ///
  /// Otherwise like `from(_:)`: it sends the result and completes, in its own task. `mapError` runs
  /// there too. Disposal cancels the task.
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
  /// Each iterator subscribes once. Values that arrive faster than the reader takes them are kept
  /// without limit: the signal is not held back. `values(buffering:)` sets a limit. Leaving the loop
  /// or cancelling the task ends the subscription; a cancelled iteration ends with `nil`.
  public var values: SignalValues<Value, Failure> {
    values(buffering: .unbounded)
  }

  /// Like `values`, with a limit on how many values are kept for a slow reader.
  ///
  /// The end of the signal is never dropped. A limit must be greater than 0.
  public func values(buffering policy: BufferingPolicy) -> SignalValues<Value, Failure> {
    SignalValues(self, policy)
  }

  /// Waits for the first value; returns `nil` if the signal completes or the task is cancelled
  /// first.
  ///
  /// Throws a failure that arrives first. The subscription begins and ends with the call.
  public func first() async throws(Failure) -> Value? {
    let iterator = take(first: 1).values.makeAsyncIterator()
    return try await iterator.next(isolation: #isolation)
  }
}
