extension SignalTrace {
  /// An event of a logged signal.
  public struct Message: Sendable {
    /// What happened.
    public enum Kind: Sendable {
      /// A subscription began.
      case subscribed
      /// The signal sent this value.
      case value(any Sendable)
      /// The signal failed with this error.
      case failed(any Error)
      /// The signal completed.
      case completed
      /// The subscription ended, for whatever reason.
      case disposed
    }

    /// What happened.
    public let kind: Kind
    /// The name passed to `logged(_:)`.
    public let name: String
    /// Distinguishes the subscriptions of logged signals; later ones have higher numbers.
    public let subscription: Int
    /// The module and the file of `logged(_:)`, such as `Player/Screen.swift`.
    public let fileID: String
    /// The line of `logged(_:)`.
    public let line: UInt
    /// When it happened, on the machine's monotonic clock.
    public let time: Duration
  }
}

extension SignalTrace.Message: CustomStringConvertible {
  /// The message in one line, such as `81.25 s rooms#3 value(["a"]) Player/Screen.swift:40`.
  public var description: String {
    "\(SignalTrace.text(time)) \(name)#\(subscription) \(kind) \(fileID):\(line)"
  }
}
