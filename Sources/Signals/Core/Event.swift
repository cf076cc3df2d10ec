/// One event of a signal as a value.
public enum Event<Value, Failure: Error> {
  /// The signal sent this value.
  case value(Value)
  /// The signal failed with this; nothing follows.
  case failed(Failure)
  /// The signal completed; nothing follows.
  case completed

  /// Whether nothing can follow the event.
  public var isTerminal: Bool {
    if case .value = self { false } else { true }
  }
}

extension Event: Sendable where Value: Sendable {}
extension Event: Equatable where Value: Equatable, Failure: Equatable {}
