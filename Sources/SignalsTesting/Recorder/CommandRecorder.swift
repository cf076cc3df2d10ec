public import Signals
public import Testing

/// Records everything that a command reports and requires that each event is asserted.
///
/// ```swift
/// let recorder = CommandRecorder(model.send)
/// recorder.expectInitial(isEnabled: true)
/// let execution = recorder.expectExecution { model.send.execute("hello") }
/// recorder.isExecuting.expect(true, false)
/// recorder.isEnabled.expect(false, true)
/// recorder.values.expect(receipt)
/// execution?.expect(receipt)
/// execution?.expectCompletion()
/// ```
///
/// Unasserted events fail the test when the recorder is released or at `finish()`; so does an
/// execution that was not taken.
@MainActor
public final class CommandRecorder<Input, Output: Sendable, Failure: Error> {
  /// The values of one execution and how it ended.
  public typealias ExecutionRecorder = Recorder<Output, CommandError<Failure>>

  /// Whether the command can be executed: the current state, then each change.
  public let isEnabled: Recorder<Bool, Never>
  /// Whether the command is executing: the current state, then each change.
  public let isExecuting: Recorder<Bool, Never>
  /// The values of all executions.
  public let values: Recorder<Output, Never>
  /// The failures of all executions.
  public let failures: Recorder<Failure, Never>

  private let command: Command<Input, Output, Failure>
  private let executions: ExecutionLog<Output, Failure>

  /// Observes the command, which the recorder keeps alive.
  public init(
    _ command: Command<Input, Output, Failure>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.command = command
    isEnabled = Recorder(command.isEnabled, sourceLocation: sourceLocation)
    isExecuting = Recorder(command.isExecuting, sourceLocation: sourceLocation)
    values = Recorder(command.values, sourceLocation: sourceLocation)
    failures = Recorder(command.failures, sourceLocation: sourceLocation)
    executions = ExecutionLog(command.executions, sourceLocation)
  }

  /// Takes the states that the command had when the recorder was made.
  public func expectInitial(
    isEnabled: Bool, isExecuting: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.isEnabled.expectNext(isEnabled, sourceLocation: sourceLocation)
    self.isExecuting.expectNext(isExecuting, sourceLocation: sourceLocation)
  }

  /// Expects that nothing is left to take: no change of state, value, failure or execution.
  public func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) {
    isEnabled.expectNothing(sourceLocation: sourceLocation)
    isExecuting.expectNothing(sourceLocation: sourceLocation)
    values.expectNothing(sourceLocation: sourceLocation)
    failures.expectNothing(sourceLocation: sourceLocation)
    let count = executions.takeAll().count
    guard count > 0 else { return }
    Issue.record("expected no execution, \(count) were started", sourceLocation: sourceLocation)
  }

  /// Takes the recorder of the first execution that was not taken, if there is one.
  ///
  /// It has recorded since before the work ran, and its events must be asserted too.
  public func takeExecution() -> ExecutionRecorder? {
    executions.takeNext()
  }

  /// Expects that `body` starts exactly one execution; returns its recorder.
  public func expectExecution<Mistake: Error>(
    sourceLocation: SourceLocation = #_sourceLocation, during body: () throws(Mistake) -> Void
  ) throws(Mistake) -> ExecutionRecorder? {
    let former = executions.takeAll().count
    try body()
    let started = executions.takeAll()
    if former > 0 || started.count != 1 {
      let rest = former > 0 ? "; before it, \(former) that were not taken" : ""
      Issue.record(
        "expected one execution, \(started.count) were started\(rest)",
        sourceLocation: sourceLocation)
    }
    return started.first
  }

  /// Expects that executing the command does nothing: it fails as disabled, starts no work and
  /// reports nothing.
  ///
  /// Nothing may be left to take before the call.
  public func expectInert(
    executing input: Input, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectNothing(sourceLocation: sourceLocation)
    let attempt = Recorder(command.execute(input).signal, sourceLocation: sourceLocation)
    let event = attempt.takeNext()
    if case .failed(.disabled) = event {
      attempt.expectNothing(sourceLocation: sourceLocation)
    } else {
      attempt.skipAll()
      Issue.record(
        "expected a command that is disabled, got \(attempt.text(event))",
        sourceLocation: sourceLocation)
    }
    expectNothing(sourceLocation: sourceLocation)
  }

  /// Ends the observation and fails the test if something was not asserted.
  public func finish() {
    isEnabled.finish()
    isExecuting.finish()
    values.finish()
    failures.finish()
    executions.finish()
  }
}

extension CommandRecorder where Input == Void {
  /// Expects that executing the command does nothing: it fails as disabled, starts no work and
  /// reports nothing.
  public func expectInert(sourceLocation: SourceLocation = #_sourceLocation) {
    expectInert(executing: (), sourceLocation: sourceLocation)
  }
}
