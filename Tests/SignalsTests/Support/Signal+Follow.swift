import Signals

extension Signal {
  /// Subscribes in a test that does not depend on failures.
  func follow(
    value: @escaping @Sendable (Value) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(
      value: value, failed: { _ in }, completed: completed, fileID: fileID, line: line)
  }
}

extension MainSignal {
  /// Subscribes in a test that does not depend on failures.
  func follow(
    value: @escaping @MainActor (Value) -> Void = { _ in },
    completed: @escaping @MainActor () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(
      value: value, failed: { _ in }, completed: completed, fileID: fileID, line: line)
  }
}
