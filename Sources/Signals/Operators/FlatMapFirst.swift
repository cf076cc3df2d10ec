extension Signal {
  /// `flatMap(.first)`: values that arrive while an inner signal runs are dropped.
  @usableFromInline
  func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, FlattenState<Output, Failure>())
      let slot = SubscriptionSlot()
      observer.subscription.add(slot)
      // Accessed only by values of the source, which is serialised.
      let running = Confined<Subscription?>(nil)
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            if let inner = running.value, !inner.isDisposed { return }
            let inner = transform(value)
            guard !observer.isDisposed else { return }
            let subscription = Subscription()
            running.value = subscription
            slot.replace(with: subscription)
            stage.send(.innerStarted)
            stage.begin(
              inner,
              Observer(
                subscription: subscription, value: { stage.send(.value($0)) },
                end: { end in
                  subscription.dispose()
                  stage.send(.innerEnded(end))
                }))
          },
          end: { stage.send(.outerEnded($0)) }))
    })
  }
}
