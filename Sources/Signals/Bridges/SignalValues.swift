/// The values of a signal as an asynchronous sequence.
///
/// Each iterator subscribes once, on the thread that makes it, and has one reader; its end or the
/// cancellation of the reading task ends the subscription. The sequence ends with the completion
/// and throws the failure.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The values of the signal.
  public typealias Element = Value

  private let signal: Signal<Value, Failure>
  private let policy: BufferingPolicy

  init(_ signal: Signal<Value, Failure>, _ policy: BufferingPolicy) {
    self.signal = signal
    self.policy = policy
  }

  /// Subscribes to the signal.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signal, policy)
  }

  /// One subscription; it ends when the iterator is released.
  public final class Iterator: AsyncIteratorProtocol, Sendable {
    private let buffer: AsyncBuffer<Value, Failure>
    let subscription: any Disposable

    init(
      _ signal: Signal<Value, Failure>, _ policy: BufferingPolicy,
      fileID: StaticString = #fileID, line: UInt = #line
    ) {
      buffer = AsyncBuffer(policy)
      // A signal whose sender is released ends without an event; its reader must not wait forever.
      subscription = signal.on(disposed: { [buffer] in buffer.put(.completed) }).subscribe(
        value: { [buffer] in buffer.put(.value($0)) },
        failed: { [buffer] in buffer.put(.failed($0)) }, fileID: fileID, line: line)
    }

    deinit {
      subscription.dispose()
    }

    /// The next value, or `nil` at the end or when the task is cancelled; throws the failure.
    public func next() async throws(Failure) -> Value? {
      try await next(isolation: nil)
    }

    /// Like `next()`, but stays on the actor.
    public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
      let event = await withTaskCancellationHandler {
        await buffer.take(isolation: actor)
      } onCancel: {
        subscription.dispose()
        buffer.cancel()
      }
      switch event {
      case .value(let value): return value
      case .failed(let failure): throw failure
      case .completed: return nil
      }
    }
  }
}
