/// One execution under way.
@MainActor
final class CommandRun<Output: Sendable, Failure: Error> {
  let subject = ReplaySubject<Output, CommandError<Failure>>(capacity: .max)
  let subscription = SerialDisposable()
  /// Completes the execution's signal when nothing else has ended it.
  let completion: AnyDisposable
  var isActive = true

  init() {
    completion = AnyDisposable { [subject] in subject.complete() }
  }
}

/// The executions of a command; apart from the command, so that running work does not keep it alive.
@MainActor
final class CommandRuns<Output: Sendable, Failure: Error> {
  let count = MutableProperty(0)
  let values = Subject<Output, Never>()
  let failures = Subject<Failure, Never>()
  let executions = Subject<Signal<Output, CommandError<Failure>>, Never>()
  private var active: [CommandRun<Output, Failure>] = []
  /// Holds what ends every run, for the end of the command on whatever thread.
  private nonisolated let subscriptions = CompositeDisposable()

  func add(_ run: CommandRun<Output, Failure>) {
    active.append(run)
    count.value = active.count
  }

  func start(
    _ run: CommandRun<Output, Failure>, _ makeSignal: () -> Signal<Output, Failure>
  ) {
    executions.send(run.subject.signal)
    guard run.isActive else { return }
    subscriptions.add(run.subscription)
    subscriptions.add(run.completion)
    run.subscription.inner = makeSignal().observe(on: MainScheduler.shared).subscribe { value in
      self.values.send(value)
      run.subject.send(value)
    } failed: { failure in
      self.finish(run) {
        self.failures.send(failure)
        run.subject.fail(.failed(failure))
      }
    } completed: {
      self.finish(run)
    }
  }

  func cancel(_ run: CommandRun<Output, Failure>) {
    finish(run)
  }

  func cancelAll() {
    for run in active { cancel(run) }
  }

  /// The count goes down first: who hears the end may execute again.
  private func finish(_ run: CommandRun<Output, Failure>, _ tell: () -> Void = {}) {
    guard run.isActive else { return }
    run.isActive = false
    run.subscription.dispose()
    batch {
      active.removeAll { $0 === run }
      count.value = active.count
      tell()
      run.completion.dispose()
    }
  }

  /// The command is gone.
  nonisolated func end() {
    subscriptions.dispose()
    values.complete()
    failures.complete()
    executions.complete()
  }
}
