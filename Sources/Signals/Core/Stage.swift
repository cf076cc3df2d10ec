/// An operator with several inputs or a clock: its messages are handled one at a time.
///
/// After the downstream subscription ended, messages are dropped. Inputs are attached outside of the
/// state machine, so that a synchronous input is delivered as it sends and can be stopped by what is
/// downstream. `@unchecked Sendable` is right because the state belongs to the holder of the turn.
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
    guard turn.tryEnter() else { return turn.perform { self.handle(message) } }
    handle(message)
    turn.leave()
  }

  @inlinable
  func handle(_ message: State.Message) {
    guard !observer.isDisposed else { return }
    state.handle(message, observer)
  }
}
