/// The pure state machine of an operator with several inputs or a clock; handles one message at a
/// time.
@usableFromInline
protocol StageState<Value, Failure>: SendableMetatype {
  associatedtype Message: Sendable
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// Changes the state and sends downstream; the observer is not disposed of at the time of the
  /// call.
  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>)
}
