extension MainSignal {
  /// Sends the result of a closure of the main actor for each value; the end passes.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> MainSignal<Output, Failure> {
    MainSignal<Output, Failure>(attach: { [attach] value, end, fileID, line in
      attach({ value(transform($0)) }, end, fileID, line)
    })
  }

  /// Sends the values for which a closure of the main actor returns true; the end passes.
  @inlinable
  public func filter(
    _ isIncluded: @escaping @MainActor (Value) -> Bool
  ) -> MainSignal<Value, Failure> {
    MainSignal(attach: { [attach] value, end, fileID, line in
      attach({ if isIncluded($0) { value($0) } }, end, fileID, line)
    })
  }

  /// Sends the results of a closure of the main actor that are not nil; the end passes.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor (Value) -> Output?
  ) -> MainSignal<Output, Failure> {
    MainSignal<Output, Failure>(attach: { [attach] value, end, fileID, line in
      attach({ if let output = transform($0) { value(output) } }, end, fileID, line)
    })
  }
}
