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

extension Signal {
  /// Sends the values of a signal that cannot fail and of one that may.
  @_disfavoredOverload
  public static func merge(_ first: Signal<Value, Never>, _ second: Signal) -> Signal {
    first.promoteError(to: Failure.self).merge(with: second)
  }

  /// Sends the values of a signal that may fail and of one that cannot.
  @_disfavoredOverload
  public static func merge(_ first: Signal, _ second: Signal<Value, Never>) -> Signal {
    first.merge(with: second.promoteError(to: Failure.self))
  }

  /// Sends the values of this signal and of `other`, which cannot fail, as they come.
  @_disfavoredOverload
  public func merge(with other: Signal<Value, Never>) -> Signal {
    merge(with: other.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends the values of this signal and of `other`, which may fail, as they come.
  @_disfavoredOverload
  public func merge<OtherFailure: Error>(
    with other: Signal<Value, OtherFailure>
  ) -> Signal<Value, OtherFailure> {
    promoteError(to: OtherFailure.self).merge(with: other)
  }
}
