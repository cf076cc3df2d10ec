extension Signal {
  /// Sends what the first of the signals to send anything sends.
  ///
  /// All are subscribed to, in their order. The first event of any of them, be it a value, completion
  /// or failure, decides: that signal's events are sent from then on, in full, and the others are
  /// disposed of. Signals that would come after one that decided at once are not subscribed to.
  /// Without signals it completes at once. Events arrive on the thread of the winner; disposal ends
  /// all that still run.
  public static func race(_ signals: [Signal]) -> Signal {
    Signal(depth: (signals.map(\.depth).max() ?? 0) + 1) { observer in
      guard !observer.isDisposed else { return }
      guard !signals.isEmpty else { return observer.finish() }
      let race = RaceState()
      for signal in signals {
        let subscription = observer.makeChild()
        guard !observer.isDisposed, let number = race.enter(subscription) else { return }
        signal.attach(
          Observer(
            subscription: subscription,
            value: { if race.isWon(by: number) { observer.send($0) } },
            end: { if race.isWon(by: number) { observer.finish($0) } }))
      }
    }
  }

  /// Sends what the first of the signals to send anything sends, as `race` of an array does.
  public static func race(_ signals: Signal...) -> Signal {
    race(signals)
  }

  /// Sends what this signal or `other` sends: that of the one which sends anything first.
  ///
  /// The first event of any of them, be it a value, completion or failure, decides; the other one is
  /// disposed of.
  public func race(with other: Signal) -> Signal {
    .race([self, other])
  }
}
