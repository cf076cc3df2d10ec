/// Which inner signal is current, and what is still running.
@usableFromInline
struct FlatMapLatestState<Value: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    /// The inner signal of that receiver takes over.
    case switched(ObjectIdentifier)
    case value(Value, ObjectIdentifier)
    case innerEnded(End<Failure>, ObjectIdentifier)
    case outerEnded(End<Failure>)
  }

  /// The current inner signal, while it runs; late events of a replaced one are dropped.
  @usableFromInline var current: ObjectIdentifier?
  /// How the last inner signal ended.
  @usableFromInline var innerEnd = End<Failure>.completed
  @usableFromInline var outerEnd: End<Failure>?

  @inlinable
  init() {}

  @inlinable
  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .switched(let inner): current = inner
    case .value(let value, let inner): if inner == current { observer.onValue(value) }
    case .innerEnded(let end, let inner):
      guard inner == current else { return }
      current = nil
      innerEnd = end
      if end.isFailure {
        observer.finish(end)
      } else if let outerEnd {
        observer.finish(outerEnd.joined(with: end))
      }
    case .outerEnded(let end):
      outerEnd = end
      if end.isFailure || current == nil { observer.finish(end.joined(with: innerEnd)) }
    }
  }
}
