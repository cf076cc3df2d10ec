extension Signal {
  /// Sends the events of the signal that sends anything first.
  ///
  /// All signals are subscribed to, in order. The first event of any of them (value, completion or
  /// failure) decides: that signal's events are sent in full, and the others are disposed of. If a
  /// signal decides the race synchronously, the signals after it are not subscribed to. Without
  /// signals it completes at once. Events arrive on the thread of the winner; disposal ends all
  /// running signals.
  public static func race(_ signals: [Signal]) -> Signal {
    Signal(depth: (signals.map(\.depth).max() ?? 0) + 1) { observer in
      guard !observer.isDisposed else { return }
      guard !signals.isEmpty else { return observer.finish() }
      let race = RaceState()
      let count = signals.count
      for signal in signals {
        let subscription = observer.makeChild()
        guard !observer.isDisposed, let number = race.enter(subscription) else { return }
        signal.attach(
          Observer(
            subscription: subscription,
            value: { if race.isWon(by: number) { observer.send($0) } },
            end: { end in
              if race.counts(end, of: number, outOf: count) { observer.finish(end) }
            }))
      }
    }
  }

  /// Sends the events of the signal that sends anything first; like `race` of an array.
  public static func race(_ signals: Signal...) -> Signal {
    race(signals)
  }

  /// Sends the events of this signal or of `other`, whichever sends anything first.
  ///
  /// The first event of either (value, completion or failure) decides; the other signal is disposed
  /// of.
  public func race(with other: Signal) -> Signal {
    .race([self, other])
  }
}

extension Signal {
  /// Sends the events of the signal that sends anything first; `first` cannot fail.
  @_disfavoredOverload
  public static func race(_ first: Signal<Value, Never>, _ second: Signal) -> Signal {
    first.promoteError(to: Failure.self).race(with: second)
  }

  /// Sends the events of the signal that sends anything first; `second` cannot fail.
  @_disfavoredOverload
  public static func race(_ first: Signal, _ second: Signal<Value, Never>) -> Signal {
    first.race(with: second.promoteError(to: Failure.self))
  }

  /// Sends the events of this signal or of `other`, which cannot fail, whichever sends anything
  /// first.
  @_disfavoredOverload
  public func race(with other: Signal<Value, Never>) -> Signal {
    race(with: other.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends the events of this signal or of `other`, which may fail, whichever sends anything first.
  @_disfavoredOverload
  public func race<OtherFailure: Error>(
    with other: Signal<Value, OtherFailure>
  ) -> Signal<Value, OtherFailure> {
    promoteError(to: OtherFailure.self).race(with: other)
  }
}
