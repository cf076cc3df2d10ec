/// Passes events on: what several inputs send becomes one stream.
struct RelayState<Value: Sendable, Failure: Error>: StageState {
  /// A state without size would have the address of the stage's header, which the thread sanitizer
  /// takes for the same memory.
  private var isOver = false

  mutating func handle(_ message: Event<Value, Failure>, _ observer: Observer<Value, Failure>) {
    guard !isOver else { return }
    isOver = message.isTerminal
    observer.originate(message)
  }
}
