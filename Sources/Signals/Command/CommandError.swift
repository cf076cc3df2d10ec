/// Why an execution of a command failed.
public enum CommandError<Failure: Error>: Error {
  /// The command was not enabled, and its work did not start.
  case disabled
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}

/// What a command does with an execution that is requested while another one runs.
public enum CommandConcurrency: Sendable {
  /// The command is disabled while it executes.
  case exclusive
  /// The previous execution is cancelled.
  case latest
  /// Executions run side by side.
  case concurrent
}
