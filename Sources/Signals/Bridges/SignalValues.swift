/// The values of a signal as an asynchronous sequence.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// What the sequence gives.
  public typealias Element = Value

  private let signal: Signal<Value, Failure>

  init(_ signal: Signal<Value, Failure>) {
    self.signal = signal
  }

  /// Subscribes to the signal.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signal)
  }

  /// One subscription; it ends when the iterator goes.
  public final class Iterator: AsyncIteratorProtocol, Sendable {
    private let buffer = AsyncBuffer<Value, Failure>()
    private let subscription: any Disposable

    init(_ signal: Signal<Value, Failure>) {
      subscription = signal.subscribe { [buffer] in
        buffer.put(.value($0))
      } failed: { [buffer] in
        buffer.put(.failed($0))
      } completed: { [buffer] in
        buffer.put(.completed)
      }
    }

    deinit {
      subscription.dispose()
    }

    /// The next value, or `nil` at the end.
    public func next() async throws(Failure) -> Value? {
      try await next(isolation: nil)
    }

    /// The next value, or `nil` at the end, without leaving the actor.
    public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
      let event = await withTaskCancellationHandler {
        await buffer.take(isolation: actor)
      } onCancel: {
        subscription.dispose()
        buffer.put(.completed)
      }
      switch event {
      case .value(let value): return value
      case .failed(let failure): throw failure
      case .completed: return nil
      }
    }
  }
}
