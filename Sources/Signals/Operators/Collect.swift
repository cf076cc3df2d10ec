extension Signal {
  /// Sends all values as one array on completion, then completes.
  ///
  /// The array is sent on the thread of the completion, even if it is empty. A failure passes at
  /// once and drops the collected values; disposal drops them too and ends the source.
  public func collect() -> Signal<[Value], Failure> {
    Signal<[Value], Failure>(after: self) { [attach] observer in
      let values = Confined<[Value]>([])
      attach(
        Observer(
          subscription: observer.subscription, value: { values.value.append($0) },
          end: { end in
            if case .completed = end { observer.onValue(values.value) }
            observer.finish(end)
          }))
    }
  }
}
