extension Execution {
  /// The last value of the work, once it has completed.
  ///
  /// Cancelling the task that waits cancels the execution.
  ///
  /// - Throws: `CommandError` if the command was disabled or the work failed; `CancellationError` if
  ///   the execution or the waiting task was cancelled, or the command was released; `NoValueError`
  ///   if the work completed without a value.
  public var value: Output {
    get async throws {
      var last: Output?
      for try await value in signal.values(buffering: .newest(1)) { last = value }
      if Task.isCancelled { cancel() }
      if outcome == .cancelled { throw CancellationError() }
      guard let last else { throw NoValueError() }
      return last
    }
  }
}

/// The error of a wait for the value of work that completed without one.
public struct NoValueError: Error, Equatable {
  init() {}
}
