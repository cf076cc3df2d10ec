extension SignalTrace {
  /// A live subscription.
  public struct Entry: Sendable, Identifiable {
    /// The call that made the subscription.
    public enum Kind: String, Sendable {
      /// `Signal.subscribe`
      case signal
      /// `MainSignal.subscribe`
      case mainSignal = "main"
      /// `Property.observe`
      case property
    }

    /// The number of the subscription; later ones have higher numbers.
    public let id: Int
    /// The names that `named(_:)` and `logged(_:)` gave to the signal, nearest first.
    public let names: [String]
    /// The call that made the subscription.
    public let kind: Kind
    /// The type of the values.
    public let valueType: String
    /// The module and the file of the call, such as `Player/Screen.swift`.
    public let fileID: String
    /// The line of the call.
    public let line: UInt
    /// The number of values received.
    public let valueCount: Int
    /// The time since the subscription began.
    public let age: Duration
  }
}

extension SignalTrace.Entry: CustomStringConvertible {
  /// The names in one string; empty if there are none.
  public var name: String {
    names.joined(separator: ", ")
  }

  /// The entry in one line.
  public var description: String {
    let name = names.isEmpty ? "" : " \(name)"
    let values = valueCount == 1 ? "1 value" : "\(valueCount) values"
    return "#\(id)\(name) (\(kind.rawValue) of \(valueType), \(fileID):\(line)): \(values) in "
      + SignalTrace.text(age)
  }
}
