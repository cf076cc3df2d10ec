extension Signal {
  /// Subscribes to all signals at once and sends whatever they send.
  ///
  /// It completes when all have completed and fails with the first failure.
  public static func merge(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    return Signal<Signal, Failure>.from(signals).flatMap(.merge) { $0 }
  }

  /// Subscribes to all signals at once and sends whatever they send.
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// Sends the values of both signals as they come.
  public func merge(with other: Signal) -> Signal {
    .merge([self, other])
  }
}
