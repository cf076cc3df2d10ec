extension Signal {
  /// Subscribes to each signal when the one before has completed; fails with the first failure.
  public static func concat(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    return Signal<Signal, Failure>.from(signals).flatMap(.concat) { $0 }
  }

  /// Subscribes to each signal when the one before has completed.
  public static func concat(_ signals: Signal...) -> Signal {
    concat(signals)
  }

  /// Continues with `next` when this signal has completed.
  public func concat(_ next: Signal) -> Signal {
    .concat([self, next])
  }
}
