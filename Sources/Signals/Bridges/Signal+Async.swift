extension Signal {
  /// A signal that runs asynchronous work per subscription, sends its result and completes.
  ///
  /// The work runs in a task of its own, off the main actor unless the closure says otherwise;
  /// disposal cancels the task and its result is dropped.
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
  /// As `from(_:)` otherwise: it sends the result and completes, in a task of its own; `mapError`
  /// runs there too; disposal cancels the task.
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
    values(buffering: .unbounded)
  }

  /// The values as `values` gives them, with a limit of how many are kept for a slow reader.
  ///
  /// The end of the signal is never dropped. A limit is more than 0.
  public func values(buffering policy: BufferingPolicy) -> SignalValues<Value, Failure> {
    SignalValues(self, policy)
  }

  /// Waits for the first value; `nil` when the signal completes, or the task is cancelled, before.
  ///
  /// A failure that comes before is thrown. The subscription begins with the call and ends with it.
  public func first() async throws(Failure) -> Value? {
    let iterator = take(first: 1).values.makeAsyncIterator()
    return try await iterator.next(isolation: #isolation)
  }
}
