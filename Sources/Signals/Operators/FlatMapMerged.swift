extension Signal {
  @usableFromInline
  func flatMapMerged<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, FlattenState<Output, Failure>())
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            let inner = transform(value)
            guard !observer.isDisposed else { return }
            stage.send(.innerStarted)
            stage.begin(
              inner,
              Observer(
                subscription: observer.makeChild(), value: { stage.send(.value($0)) },
                end: { stage.send(.innerEnded($0)) }))
          },
          end: { stage.send(.outerEnded($0)) }))
    })
  }
}
