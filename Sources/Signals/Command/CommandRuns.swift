import Synchronization

/// The executions of a command; separate from the command, so running work does not keep it alive.
@MainActor
@usableFromInline
final class CommandRuns<Output: Sendable, Failure: Error> {
  @usableFromInline let isExecuting = MutableProperty(false)
  @usableFromInline let values = Subject<Output, Never>()
  @usableFromInline let failures = Subject<Failure, Never>()
  private let executions = Subject<Signal<Output, CommandError<Failure>>, Never>()
  /// Whether `executions` has been read, so that each execution needs a signal.
  private nonisolated let isWatched = Atomic(false)
  @usableFromInline @exclusivity(unchecked) var active: [Execution<Output, Failure>] = []

  @usableFromInline
  init() {}

  /// The signal of each execution that starts from now on.
  @usableFromInline var executionSignals: Signal<Signal<Output, CommandError<Failure>>, Never> {
    let signal = executions.signal.deliveredOnMain()
    return Signal(attach: { observer in
      self.isWatched.store(true, ordering: .releasing)
      signal.attach(observer)
    })
  }

  @inlinable
  func add(_ execution: Execution<Output, Failure>) {
    active.append(execution)
    isExecuting.value = true
  }

  @inlinable
  func remove(_ execution: Execution<Output, Failure>) {
    if let index = active.firstIndex(where: { $0 === execution }) { active.remove(at: index) }
    if active.isEmpty { isExecuting.value = false }
  }

  @usableFromInline
  func announce(_ execution: Execution<Output, Failure>) {
    if isWatched.load(ordering: .acquiring) { executions.send(execution.signal) }
  }

  @usableFromInline
  func cancelAll() {
    for execution in active { execution.cancel() }
  }

  /// Called when the command is released.
  @usableFromInline
  func end() {
    cancelAll()
    values.complete()
    failures.complete()
    executions.complete()
  }
}
