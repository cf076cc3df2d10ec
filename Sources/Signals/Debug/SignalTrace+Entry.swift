extension SignalTrace {
  /// A subscription that is alive.
  public struct Entry: Sendable, Identifiable {
    /// How somebody listens.
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
    /// The names that `named(_:)` and `logged(_:)` gave to what it listens to, nearest first.
    public let names: [String]
    /// How somebody listens.
    public let kind: Kind
    /// The type of the values.
    public let valueType: String
    /// The module and the file of the call, such as `Player/Screen.swift`.
    public let fileID: String
    /// The line of the call.
    public let line: UInt
    /// How many values have come.
    public let valueCount: Int
    /// For how long it has been listening.
    public let age: Duration
  }
}

extension SignalTrace.Entry: CustomStringConvertible {
  /// The names in one string, empty when nobody gave one.
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
