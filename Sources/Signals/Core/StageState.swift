/// The state machine of an operator with several inputs or a clock: pure, one message at a time.
@usableFromInline
protocol StageState<Value, Failure>: SendableMetatype {
  associatedtype Message: Sendable
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// Changes the state and sends downstream; the observer was not disposed of when it is called.
  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>)
}
