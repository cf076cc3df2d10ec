extension Signal {
  /// Sends the last `count` values on completion, then completes.
  ///
  /// Values are sent on the thread of the completion; if there are fewer, all of them. A failure
  /// passes at once and drops them; disposal drops them, too, and ends the source. At most `count`
  /// values are held.
  @inlinable
  public func take(last count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of values to take is not negative")
    return Signal(after: self) { [attach] observer in
      let last = Confined(ReplayBuffer<Value>(capacity: count))
      attach(
        Observer(
          subscription: observer.subscription, value: { _ = last.value.append($0) },
          end: { end in
            if case .completed = end {
              for value in last.value.values { observer.send(value) }
            }
            observer.finish(end)
          }))
    }
  }
}
