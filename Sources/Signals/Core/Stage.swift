/// An operator with several inputs or a clock: its messages are handled one at a time.
///
/// The step may change the state and send downstream. After the downstream subscription ended,
/// messages are dropped. Inputs are attached outside of the step, so that a synchronous input is
/// delivered as it sends and can be stopped by what is downstream.
final class Stage<Message: Sendable, State, Value: Sendable, Failure: Error>: Sendable {
  typealias Step = @Sendable (Message, inout State, Observer<Value, Failure>) -> Void

  let observer: Observer<Value, Failure>
  private let turn = Turn<Message>()
  private let state: Confined<State>
  private let step: Step

  init(_ observer: Observer<Value, Failure>, _ state: State, step: @escaping Step) {
    self.observer = observer
    self.state = Confined(state)
    self.step = step
  }

  func send(_ message: Message) {
    turn.send(message) { message in
      guard !observer.isDisposed else { return }
      step(message, &state.value, observer)
    }
  }
}
