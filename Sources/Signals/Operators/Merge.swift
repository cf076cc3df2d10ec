extension Signal {
  /// Subscribes to all signals, in their order, and sends whatever they send.
  ///
  /// It completes when all have completed, at once when there are none, and fails with the first
  /// failure, which ends the others. Values are sent on the threads of their signals, one after the
  /// other. Disposal ends all.
  public static func merge(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    return joined(signals, .merge)
  }

  /// Subscribes to all signals at once and sends whatever they send, as `merge(_:)` of an array.
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// Sends the values of both signals as they come; as the static `merge(_:)`.
  public func merge(with other: Signal) -> Signal {
    .merge([self, other])
  }
}
