extension Signal {
  /// Subscribes to all signals, in order, and sends their values.
  ///
  /// It completes when all have completed, or at once if there are none. It fails with the first
  /// failure, which ends the others. Values are sent on the threads of their signals, one at a
  /// time. Disposal ends all.
  public static func merge(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    let flattened = Signal<Signal, Failure>.from(signals).flatMap(.merge) { $0 }
    // The closure holds the signals, so the stage counts their depth.
    return Signal(depth: (signals.map(\.depth).max() ?? 0) + 1, attach: flattened.attach)
  }

  /// Subscribes to all signals, in order, and sends their values; like `merge(_:)` of an array.
  public static func merge(_ signals: Signal...) -> Signal {
    merge(signals)
  }

  /// Sends the values of both signals as they come; like the static `merge(_:)`.
  public func merge(with other: Signal) -> Signal {
    .merge([self, other])
  }
}
