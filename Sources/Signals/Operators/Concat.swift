extension Signal {
  /// Subscribes to each signal when the previous one has completed.
  ///
  /// It completes with the last signal, or at once if there are none. It fails with the first
  /// failure, and does not subscribe to the later signals then. Events pass at once, on their
  /// threads. Disposal ends the running signal. Any number of synchronous signals does not grow the
  /// stack.
  public static func concat(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    return joined(signals, .concat)
  }

  /// Subscribes to each signal when the previous one has completed; like `concat(_:)` of an array.
  public static func concat(_ signals: Signal...) -> Signal {
    concat(signals)
  }

  /// Continues with `next` when this signal has completed.
  ///
  /// A failure of either signal passes at once; `next` is not subscribed to after a failure of this
  /// signal. Disposal ends whichever is running.
  public func concat(_ next: Signal) -> Signal {
    .concat([self, next])
  }

  /// A flattened array; its stage counts the depth of the signals that it holds.
  static func joined(_ signals: [Signal], _ strategy: FlattenStrategy) -> Signal {
    let flattened = Signal<Signal, Failure>.from(signals).flatMap(strategy) { $0 }
    return Signal(depth: (signals.map(\.depth).max() ?? 0) + 1, attach: flattened.attach)
  }
}
