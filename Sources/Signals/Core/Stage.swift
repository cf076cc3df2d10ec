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
  @usableFromInline @exclusivity(unchecked) var state: State

  @inlinable
  init(_ observer: Observer<State.Value, State.Failure>, _ state: State) {
    self.observer = observer
    self.state = state
  }

  @inlinable
  func send(_ message: State.Message) {
    guard turn.tryEnter() else {
      return turn.deliver(until: observer.subscription) { self.handle(message) }
    }
    handle(message)
    turn.leave()
  }

  @inlinable
  func handle(_ message: State.Message) {
    guard !observer.isDisposed else { return }
    state.handle(message, observer)
  }
}
