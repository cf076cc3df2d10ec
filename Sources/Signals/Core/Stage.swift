/// An operator with several inputs or a clock, whose messages are handled one at a time.
///
/// Messages that arrive after the downstream subscription has ended are dropped. Inputs are
/// attached outside the state machine, so a synchronous input is delivered as it sends and
/// downstream can stop it. `@unchecked Sendable` is correct because only the holder of the turn
/// accesses the state.
@usableFromInline
final class Stage<State: StageState>: @unchecked Sendable {
  @usableFromInline let observer: Observer<State.Value, State.Failure>
  @usableFromInline let turn = Turn()
  /// Begins inputs one at a time, so that inputs that cause each other do not grow the stack.
  private let starting = Turn()
  @usableFromInline @exclusivity(unchecked) var state: State

  @inlinable
  init(_ observer: Observer<State.Value, State.Failure>, _ state: State) {
    self.observer = observer
    self.state = state
  }

  // Inlined for its speed: an event of `combineLatest` would cost a quarter more.
  @inlinable
  @inline(__always)
  func send(_ message: State.Message) {
    guard turn.tryEnter() else { return queue(message) }
    handle(message)
    turn.leave()
  }

  @inlinable
  @inline(never)
  func queue(_ message: State.Message) {
    turn.deliver(until: observer.subscription) { self.handle(message) }
  }

  /// Subscribes to a further input, but not from inside a delivery of this stage.
  ///
  /// Everything that the input sends there would be queued, so downstream could not stop an endless
  /// one.
  @inlinable
  func begin<Input, InputFailure>(
    _ input: Signal<Input, InputFailure>, _ observer: Observer<Input, InputFailure>
  ) {
    guard turn.isHeldByCaller else { return input.attach(observer) }
    beginAfterwards { input.attach(observer) }
  }

  @usableFromInline
  func beginAfterwards(_ begin: @escaping @Sendable () -> Void) {
    turn.queueForAfterwards { self.starting.perform(begin) }
  }

  @inlinable
  @inline(__always)
  func handle(_ message: State.Message) {
    guard !observer.isDisposed else { return }
    state.handle(message, observer)
  }
}
