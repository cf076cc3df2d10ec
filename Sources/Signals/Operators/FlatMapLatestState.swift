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
  @usableFromInline var isOuterCompleted = false

  @inlinable
  init() {}

  @inlinable
  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .switched(let inner): current = inner
    case .value(let value, let inner): if inner == current { observer.onValue(value) }
    case .innerEnded(.completed, let inner):
      guard inner == current else { return }
      current = nil
      if isOuterCompleted { observer.finish() }
    case .innerEnded(let end, let inner): if inner == current { observer.finish(end) }
    case .outerEnded(.completed):
      isOuterCompleted = true
      if current == nil { observer.finish() }
    case .outerEnded(let end): observer.finish(end)
    }
  }
}
