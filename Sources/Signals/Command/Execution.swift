/// One execution of a command.
///
/// The work is under way whether or not somebody listens, and goes on when the handle is lost.
@MainActor
public final class Execution<Output: Sendable, Failure: Error> {
  @usableFromInline nonisolated let turn = MainTurn()
  /// Ends the work.
  @usableFromInline nonisolated let subscription = Subscription()
  // What it has sent, for those who come late. Most executions send one value and are never asked for
  // their signal, so the sender for it is made when one is. These are no structure, and the failure
  // lies in an array, because the release of a generic structure looks up its type at run time.
  @usableFromInline @exclusivity(unchecked) var first: Output?
  @usableFromInline @exclusivity(unchecked) var rest: [Output] = []
  @usableFromInline @exclusivity(unchecked) var outcome = ExecutionOutcome.open
  @usableFromInline @exclusivity(unchecked) var failures: [Failure] = []
  @usableFromInline @exclusivity(unchecked) var multicast: Multicast<Output, CommandError<Failure>>?
  /// What the execution belongs to while it runs.
  @usableFromInline @exclusivity(unchecked) var runs: CommandRuns<Output, Failure>?

  @inlinable
  init(_ runs: CommandRuns<Output, Failure>?) {
    self.runs = runs
  }

  /// All values of the work from its start, then its end, also for those who come later.
  ///
  /// Events arrive on the main actor. After `cancel()`, or when the command goes, it completes.
  public var signal: Signal<Output, CommandError<Failure>> {
    let multicast = makeMulticast()
    return Signal(attach: { multicast.attach($0) })
  }

  /// Disposes of the work when it is still running; afterwards it has no effect.
  ///
  /// The execution completes and the command is no longer executing, before the call returns.
  @inlinable
  public func cancel() {
    finish(.completed)
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
    // A closure that holds nothing but the execution costs no memory.
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
    }
  }

  /// The execution leaves first: who hears the end may execute again.
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
