/// Earlier states of an input line, newest last, bounded.
struct EditHistory {
  /// One earlier state.
  struct State {
    let text: String
    let cursor: Int
  }

  private static let capacity = 200
  private var states: [State] = []

  /// Keeps a state; the oldest one is dropped when there are too many.
  mutating func push(text: String, cursor: Int) {
    if states.count == Self.capacity { states.removeFirst() }
    states.append(State(text: text, cursor: cursor))
  }

  /// Takes the newest state out.
  mutating func pop() -> State? {
    states.popLast()
  }
}
