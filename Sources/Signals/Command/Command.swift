/// A user action with its state: whether it can run, whether it is running, and its results.
///
/// Everything happens on the main actor. `isEnabled` and `isExecuting` have their new values before
/// the work runs; like those of all properties, their observers are notified when the batch ends.
/// When the command is released, its executions are disposed of and its signals complete.
@MainActor
public final class Command<Input, Output: Sendable, Failure: Error> {
  /// Whether at least one execution is running.
  ///
  /// It becomes true before the work begins and false before the end is reported, also after a
  /// failure or `cancel()`.
  public let isExecuting: Property<Bool>
  /// Whether `execute` would run the work: the condition holds, and an exclusive command is idle.
  ///
  /// Bind keys and buttons to it.
  public let isEnabled: Property<Bool>
  /// The values of all executions, from now on, on the main actor.
  ///
  /// It never fails and completes when the command is released.
  public let values: Signal<Output, Never>
  /// The failures of the work of all executions, as values, from now on, on the main actor.
  ///
  /// A refused execution sends no value here. The signal never fails and completes when the command
  /// is released.
  public let failures: Signal<Failure, Never>
  /// The signal of each execution that is started, before its work runs, on the main actor.
  ///
  /// It never fails and completes when the command is released.
  public let executions: Signal<Signal<Output, CommandError<Failure>>, Never>

  @usableFromInline let condition: Property<Bool>?
  @usableFromInline let concurrency: CommandConcurrency
  @usableFromInline let work: @MainActor (Input) -> Signal<Output, Failure>
  @usableFromInline let runs: CommandRuns<Output, Failure>

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - isEnabled: The condition under which it can run; `nil` means always.
  ///   - concurrency: What happens when it is executed while it runs.
  ///   - work: Makes the signal that does the work; called once for each execution.
  @inlinable
  public init(
    isEnabled: Property<Bool>? = nil, concurrency: CommandConcurrency = .exclusive,
    _ work: @escaping @MainActor (Input) -> Signal<Output, Failure>
  ) {
    condition = isEnabled
    self.concurrency = concurrency
    self.work = work
    let runs = CommandRuns<Output, Failure>()
    self.runs = runs
    isExecuting = runs.isExecuting
    self.isEnabled = Self.enabledness(isEnabled, concurrency, runs.isExecuting)
    values = runs.values.signal.deliveredOnMain()
    failures = runs.failures.signal.deliveredOnMain()
    executions = runs.executionSignals
  }

  isolated deinit {
    runs.end()
  }

  @usableFromInline
  static func enabledness(
    _ condition: Property<Bool>?, _ concurrency: CommandConcurrency, _ isExecuting: Property<Bool>
  ) -> Property<Bool> {
    guard concurrency == .exclusive else { return condition ?? Property(true) }
    guard let condition else { return isExecuting.map { !$0 } }
    return condition.combineLatest(with: isExecuting).map { $0.0 && !$0.1 }
  }

  /// Starts the work, or returns an execution that fails with `disabled` if it cannot start.
  ///
  /// The decision is made now, on up-to-date values. The work begins before the call returns, runs
  /// once, and continues even if the caller drops the execution. A refused execution is reported to
  /// the caller only.
  @inlinable
  @discardableResult
  public func execute(_ input: Input) -> Execution<Output, Failure> {
    guard canExecute else { return refused }
    let execution = Execution(runs)
    let graph = PropertyGraph.shared
    graph.begin()
    if concurrency == .latest {
      let former = runs.active
      runs.add(execution)
      // An observer of these ends may execute again, which then cancels this execution.
      for execution in former { execution.cancel() }
    } else {
      runs.add(execution)
    }
    graph.end()
    guard execution.runs != nil else { return execution }
    runs.announce(execution)
    // An observer of the execution may cancel it before it starts.
    if execution.runs != nil { execution.start(work(input)) }
    return execution
  }

  @inlinable var canExecute: Bool {
    if concurrency == .exclusive, !runs.active.isEmpty { return false }
    return condition?.value ?? true
  }

  @usableFromInline var refused: Execution<Output, Failure> {
    let execution = Execution<Output, Failure>(nil)
    execution.outcome = .refused
    return execution
  }
}

extension Command where Input == Void {
  /// Starts the work, or returns an execution that fails with `disabled` if it cannot start.
  ///
  /// Like `execute(_:)` with the empty input.
  @inlinable
  @discardableResult
  public func execute() -> Execution<Output, Failure> {
    execute(())
  }
}
