extension Signal {
  @inlinable
  func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, FlatMapLatestState<Output, Failure>())
      let slot = SubscriptionSlot()
      observer.subscription.add(slot)
      attach(
        Observer<Value, Failure>(
          subscription: observer.makeChild(),
          value: { value in
            let inner = transform(value)
            guard !observer.isDisposed else { return }
            let receiver = InnerReceiver(stage)
            receiver.begin(inner, in: slot)
          },
          end: { stage.send(.outerEnded($0)) }))
    })
  }
}

/// Receives the events of one inner signal, which its object identity distinguishes.
///
/// Anything that may still send retains the receiver, so no other receiver gets its identity
/// meanwhile.
@usableFromInline
final class InnerReceiver<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let stage: Stage<FlatMapLatestState<Value, Failure>>

  @inlinable
  init(_ stage: Stage<FlatMapLatestState<Value, Failure>>) {
    self.stage = stage
  }

  /// Subscribes to the inner signal after the previous one has ended.
  @inlinable
  func begin(_ signal: Signal<Value, Failure>, in slot: SubscriptionSlot) {
    let subscription = Subscription()
    slot.replace(with: subscription)
    stage.send(.switched(ObjectIdentifier(self)))
    stage.begin(
      signal,
      Observer(
        subscription: subscription, value: { self.receive($0) }, end: { self.receive($0) }))
  }

  @inlinable
  func receive(_ value: Value) {
    stage.send(.value(value, ObjectIdentifier(self)))
  }

  @inlinable
  func receive(_ end: End<Failure>) {
    stage.send(.innerEnded(end, ObjectIdentifier(self)))
  }
}
