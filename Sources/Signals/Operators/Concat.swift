extension Signal {
  /// Subscribes to each signal when the previous one has completed.
  ///
  /// It completes with the last signal, or at once if there are none. It fails with the first
  /// failure, and does not subscribe to the later signals then. Events pass at once, on their
  /// threads. Disposal ends the running signal. Any number of synchronous signals does not grow the
  /// stack.
  public static func concat(_ signals: [Signal]) -> Signal {
    guard signals.count != 1 else { return signals[0] }
    return Signal(depth: (signals.map(\.depth).max() ?? 0) + 1) { observer in
      attach(signals[...], to: observer)
    }
  }

  /// Subscribes to each signal when the previous one has completed; like `concat(_:)` of an array.
  public static func concat(_ signals: Signal...) -> Signal {
    concat(signals)
  }

  /// Continues with `next` when this signal has completed.
  ///
  /// A failure of either signal passes at once; `next` is not subscribed to after a failure of this
  /// signal. Disposal ends whichever is running. `next` may be a deferred signal that makes the
  /// next step of a recursion; neither stack nor memory grows with the number of steps.
  public func concat(_ next: Signal) -> Signal {
    .concat([self, next])
  }

  /// Attaches the signals one after the other; the last one takes over the observer.
  ///
  /// The signals never overlap, so their events need no further serialisation.
  static func attach<Signals: RandomAccessCollection<Signal> & Sendable>(
    _ signals: Signals, to observer: Observer<Value, Failure>
  ) where Signals.SubSequence == Signals {
    guard !observer.isDisposed else { return }
    guard let first = signals.first else { return observer.finish() }
    let rest = signals.dropFirst()
    guard !rest.isEmpty else { return first.attach(observer) }
    let upstream = observer.makeChild()
    let receiver = Observer<Value, Failure>(
      subscription: upstream, value: { observer.send($0) },
      end: { end in
        guard case .completed = end else { return observer.finish(end) }
        upstream.dispose()
        Succession.follow(observer.subscription) { attach(rest, to: observer) }
      })
    Succession.begin(observer.subscription) { first.attach(receiver) }
  }
}

extension Signal {
  /// Subscribes to `second` when `first`, which cannot fail, has completed.
  @_disfavoredOverload
  public static func concat(_ first: Signal<Value, Never>, _ second: Signal) -> Signal {
    first.promoteError(to: Failure.self).concat(second)
  }

  /// Subscribes to `second`, which cannot fail, when `first` has completed.
  @_disfavoredOverload
  public static func concat(_ first: Signal, _ second: Signal<Value, Never>) -> Signal {
    first.concat(second.promoteError(to: Failure.self))
  }

  /// Continues with `next`, which cannot fail, when this signal has completed.
  @_disfavoredOverload
  public func concat(_ next: Signal<Value, Never>) -> Signal {
    concat(next.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Continues with `next`, which may fail, when this signal has completed.
  @_disfavoredOverload
  public func concat<NextFailure: Error>(
    _ next: Signal<Value, NextFailure>
  ) -> Signal<Value, NextFailure> {
    promoteError(to: NextFailure.self).concat(next)
  }
}
