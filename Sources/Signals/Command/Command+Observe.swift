extension Command {
  /// Calls a closure with each value and each failure of all executions, from now on.
  ///
  /// The closures run on the main actor; an event of the work that is sent there arrives without a
  /// hop. A refused execution is not reported. The subscription ends when the command is released.
  /// Releasing the disposable does not end it. `fileID` and `line` record the call site for
  /// `SignalTrace`; leave them out.
  public func observe(
    values: @escaping @MainActor (Output) -> Void,
    failures: @escaping @MainActor (Failure) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let succeeded = self.values.map { Result<Output, Failure>.success($0) }
    let failed = self.failures.map { Result<Output, Failure>.failure($0) }
    return succeeded.merge(with: failed).observe(on: .main).subscribe(
      value: { result in
        switch result {
        case .success(let value): values(value)
        case .failure(let failure): failures(failure)
        }
      }, fileID: fileID, line: line)
  }
}

extension Command where Failure == Never {
  /// Calls a closure with each value of all executions, from now on.
  ///
  /// Otherwise like the form for work that may fail.
  public func observe(
    values: @escaping @MainActor (Output) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    self.values.observe(on: .main).subscribe(value: values, fileID: fileID, line: line)
  }
}

extension Execution {
  /// Calls the closures with the values and the end of the work, from its start.
  ///
  /// The closures run on the main actor. Releasing the disposable ends neither the subscription nor
  /// the work. `fileID` and `line` record the call site for `SignalTrace`; leave them out.
  public func observe(
    value: @escaping @MainActor (Output) -> Void,
    failed: @escaping @MainActor (CommandError<Failure>) -> Void,
    completed: @escaping @MainActor () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    signal.observe(on: .main).subscribe(
      value: value, failed: failed, completed: completed, fileID: fileID, line: line)
  }
}
