/// Earlier states of an input line, newest last, bounded.
struct EditHistory {
  /// One earlier state.
  struct State {
    let text: String
    let cursor: Int
  }

  private static let capacity = 200
  private var states: [State] = []

  /// Pushes a state, evicting the oldest one when full.
  mutating func push(text: String, cursor: Int) {
    if states.count == Self.capacity { states.removeFirst() }
    states.append(State(text: text, cursor: cursor))
  }

  /// Removes and returns the newest state.
  mutating func pop() -> State? {
    states.popLast()
  }
}
