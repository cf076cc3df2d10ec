extension Signal {
  /// Subscribes to each signal when the one before has completed.
  ///
  /// It completes with the last, at once when there are none, and fails with the first failure; the
  /// later signals are not subscribed to then. Events pass at once, on their threads. Disposal ends
  /// the one that runs. Synchronous signals in any number do not grow the stack.
  public static func concat(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    return joined(signals, .concat)
  }

  /// Subscribes to each signal when the one before has completed; as `concat(_:)` of an array.
  public static func concat(_ signals: Signal...) -> Signal {
    concat(signals)
  }

  /// Continues with `next` when this signal has completed.
  ///
  /// A failure of either passes at once; `next` is not subscribed to after a failure of this
  /// signal. Disposal ends the one that runs.
  public func concat(_ next: Signal) -> Signal {
    .concat([self, next])
  }

  /// A flattened array; its stage counts the depth of what it holds.
  static func joined(_ signals: [Signal], _ strategy: FlattenStrategy) -> Signal {
    let flattened = Signal<Signal, Failure>.from(signals).flatMap(strategy) { $0 }
    return Signal(depth: (signals.map(\.depth).max() ?? 0) + 1, attach: flattened.attach)
  }
}
