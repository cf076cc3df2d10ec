/// One execution of a command.
///
/// The work runs whether or not anything observes it, and continues when the handle is released.
@MainActor
public final class Execution<Output: Sendable, Failure: Error> {
  @usableFromInline nonisolated let turn = MainTurn()
  /// Ends the work.
  @usableFromInline nonisolated let subscription = Subscription()
  // The sent values, for late subscribers. Most executions send one value and their signal is never
  // requested, so its subject is created on demand. These are separate variables rather than a
  // struct, and the failure is stored in an array, because releasing a generic struct looks up its
  // type at run time.
  @usableFromInline @exclusivity(unchecked) var first: Output?
  @usableFromInline @exclusivity(unchecked) var rest: [Output] = []
  @usableFromInline @exclusivity(unchecked) var outcome = ExecutionOutcome.open
  @usableFromInline @exclusivity(unchecked) var failures: [Failure] = []
  @usableFromInline @exclusivity(unchecked) var multicast: Multicast<Output, CommandError<Failure>>?
  /// The command's executions, while this one runs.
  @usableFromInline @exclusivity(unchecked) var runs: CommandRuns<Output, Failure>?

  @inlinable
  init(_ runs: CommandRuns<Output, Failure>?) {
    self.runs = runs
  }

  /// All values of the work from its start, then its end, also for late subscribers.
  ///
  /// Events arrive on the main actor. The signal completes after `cancel()`, when the command is
  /// released, or when the sender of the work is released without a terminal event.
  public var signal: Signal<Output, CommandError<Failure>> {
    let multicast = makeMulticast()
    return Signal(attach: { multicast.attach($0) }).deliveredOnMain()
  }

  /// Disposes of the work if it is still running; otherwise has no effect.
  ///
  /// Before the call returns, the execution completes and the command stops executing.
  @inlinable
  public func cancel() {
    finish(.cancelled)
  }

  /// Starts the work.
  @inlinable
  func start(_ signal: Signal<Output, Failure>) {
    signal.attach(
      Observer(
        subscription: subscription, value: { self.receive($0) }, end: { self.receive($0) }))
  }

  @inlinable
  nonisolated func receive(_ value: Output) {
    // A closure that captures only the execution needs no allocation.
    let deliver = MainClosure<Output> { self.deliver($0) }
    guard turn.tryEnter() else { return turn.post({ deliver.call(value) }, again) }
    deliver.call(value)
    turn.leave(again)
  }

  @inlinable
  nonisolated func receive(_ end: End<Failure>) {
    let deliver = MainClosure<End<Failure>> { self.deliver($0) }
    guard turn.tryEnter() else { return turn.post({ deliver.call(end) }, again) }
    deliver.call(end)
    turn.leave(again)
  }

  @inlinable nonisolated var again: @Sendable () -> Void {
    { self.turn.drain(self.again) }
  }

  @inlinable
  func deliver(_ value: Output) {
    guard let runs else { return }
    if let multicast { multicast.send(value) } else { keep(value) }
    runs.values.send(value)
  }

  @inlinable
  func deliver(_ end: End<Failure>) {
    switch end {
    case .completed: finish(.completed)
    case .failed(let failure): finish(.failed, failure)
    // Nothing can come any more, and the command must not execute for ever.
    case .lost: finish(.cancelled)
    }
  }

  /// Removes the execution first, because an observer of the end may execute again.
  @inlinable
  func finish(_ outcome: ExecutionOutcome, _ failure: Failure? = nil) {
    guard let runs else { return }
    self.runs = nil
    self.outcome = outcome
    subscription.dispose()
    let graph = PropertyGraph.shared
    graph.begin()
    runs.remove(self)
    if let failure {
      failures = [failure]
      runs.failures.send(failure)
      multicast?.finish(.failed(.failed(failure)))
    } else {
      multicast?.finish(.completed)
    }
    graph.end()
  }
}
