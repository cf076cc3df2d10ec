extension Signal {
  /// `flatMap(.race)`: once an inner signal has sent anything, the others are disposed of, and only
  /// the end of the source matters.
  @usableFromInline
  func flatMapRace<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, FlatMapRaceState<Output, Failure>())
      let race = RaceState()
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            guard !race.isDecided else { return }
            let inner = transform(value)
            let subscription = observer.makeChild()
            guard !observer.isDisposed, let number = race.enter(subscription) else { return }
            stage.send(.innerStarted)
            inner.attach(
              Observer(
                subscription: subscription,
                value: { if race.isWon(by: number) { stage.send(.value($0)) } },
                end: { end in
                  if case .lost = end, !race.isDecided { return stage.send(.innerLost) }
                  if race.isWon(by: number) { stage.send(.innerEnded(end)) }
                }))
          },
          end: { stage.send(.outerEnded($0)) }))
    })
  }
}
