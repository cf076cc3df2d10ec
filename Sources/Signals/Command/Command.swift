/// An action of the user with its state: whether it can run, whether it runs, and what came of it.
///
/// Everything happens on the main actor. `isEnabled` and `isExecuting` have their new values before
/// the work runs; as with all properties, their observers hear when the batch ends. When the command
/// goes, its executions are disposed of and its signals complete.
@MainActor
public final class Command<Input, Output: Sendable, Failure: Error> {
  /// Whether at least one execution is under way.
  public let isExecuting: Property<Bool>
  /// Whether `execute` would run the work: the condition holds, and an exclusive command is idle.
  public let isEnabled: Property<Bool>
  /// The values of all executions, from now on, on the main actor.
  public let values: Signal<Output, Never>
  /// The failures of the work of all executions, as values, from now on, on the main actor.
  public let failures: Signal<Failure, Never>
  /// The signal of each execution that is started, before its work runs.
  public let executions: Signal<Signal<Output, CommandError<Failure>>, Never>

  private let concurrency: CommandConcurrency
  private let work: @MainActor (Input) -> Signal<Output, Failure>
  private let runs = CommandRuns<Output, Failure>()

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - isEnabled: The condition under which it can run; `nil` means always.
  ///   - concurrency: What happens when it is executed while it runs.
  ///   - work: Makes the signal that does the work; called once for each execution.
  public init(
    isEnabled: Property<Bool>? = nil, concurrency: CommandConcurrency = .exclusive,
    _ work: @escaping @MainActor (Input) -> Signal<Output, Failure>
  ) {
    self.concurrency = concurrency
    self.work = work
    let condition = isEnabled ?? Property(true)
    let isExecuting = runs.count.map { $0 > 0 }
    self.isExecuting = isExecuting
    self.isEnabled =
      concurrency == .exclusive
      ? condition.combineLatest(with: isExecuting).map { $0.0 && !$0.1 }
      : condition
    values = runs.values.signal
    failures = runs.failures.signal
    executions = runs.executions.signal
  }

  deinit {
    runs.end()
  }

  /// Starts the work, or gives an execution that fails with `disabled` when that is not possible.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Output, Failure> {
    guard isEnabled.value else {
      return Execution(signal: .failed(.disabled), onCancel: {})
    }
    let run = CommandRun<Output, Failure>()
    batch {
      if concurrency == .latest { runs.cancelAll() }
      runs.add(run)
    }
    runs.start(run) { work(input) }
    return Execution(signal: run.subject.signal) { [weak runs] in runs?.cancel(run) }
  }
}

extension Command where Input == Void {
  /// Starts the work, or gives an execution that fails with `disabled` when that is not possible.
  @discardableResult
  public func execute() -> Execution<Output, Failure> {
    execute(())
  }
}
