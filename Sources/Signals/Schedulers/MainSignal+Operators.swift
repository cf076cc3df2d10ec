// The closure of an operator may dispose of the subscription, so it is asked once more after it.

extension MainSignal {
  /// Sends the result of a closure of the main actor for each value; the end passes.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> MainSignal<Output, Failure> {
    compactMap(transform)
  }

  /// Sends the values for which a closure of the main actor returns true; the end passes.
  @inlinable
  public func filter(
    _ isIncluded: @escaping @MainActor (Value) -> Bool
  ) -> MainSignal<Value, Failure> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Sends the results of a closure of the main actor that are not nil; the end passes.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> MainSignal<Output, Failure> {
    MainSignal<Output, Failure>(attach: { [attach] subscription, value, end, fileID, line in
      let forward: OnValue = {
        guard let output = transform($0), !subscription.isDisposed else { return }
        value(output)
      }
      attach(subscription, forward, end, fileID, line)
    })
  }
}
