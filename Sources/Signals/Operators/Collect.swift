extension Signal {
  /// Sends all values as one array on completion; a failure passes at once, without values.
  public func collect() -> Signal<[Value], Failure> {
    Signal<[Value], Failure>(attach: { [attach] observer in
      let values = Confined<[Value]>([])
      attach(
        Observer(
          subscription: observer.subscription,
          value: { values.value.append($0) },
          failed: observer.onFailure,
          completed: {
            observer.onValue(values.value)
            observer.onCompletion()
          }))
    })
  }
}
