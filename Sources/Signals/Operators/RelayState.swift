/// Forwards the events of several inputs as one stream.
struct RelayState<Value: Sendable, Failure: Error>: StageState {
  /// A zero-sized state would share the address of the stage's header, which the thread sanitizer
  /// would treat as the same memory.
  private var isOver = false

  mutating func handle(_ message: Event<Value, Failure>, _ observer: Observer<Value, Failure>) {
    guard !isOver else { return }
    isOver = message.isTerminal
    observer.originate(message)
  }
}
