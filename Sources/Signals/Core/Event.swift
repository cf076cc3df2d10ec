/// One event of a signal as a value.
public enum Event<Value, Failure: Error> {
  case value(Value)
  case failed(Failure)
  case completed

  /// Whether nothing can follow the event.
  public var isTerminal: Bool {
    if case .value = self { false } else { true }
  }
}

extension Event: Sendable where Value: Sendable {}
extension Event: Equatable where Value: Equatable, Failure: Equatable {}
