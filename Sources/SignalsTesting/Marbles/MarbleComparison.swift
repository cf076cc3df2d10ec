/// Two lines, one below the other, frame by frame, with a pointer to where they diverge.
struct MarbleComparison {
  private let expected: Marbles
  private let actual: Marbles
  private let frame: Duration

  init(expected: Marbles, actual: Marbles, frame: Duration) {
    self.expected = expected
    self.actual = actual
    self.frame = frame
  }

  /// The lines for a message; spaces pad the narrower of two frames.
  func text(notes: [String]) -> String {
    var lines = (expected: "", actual: "", pointer: "")
    var firstDifference: Int?
    for number in 0..<max(expected.frameCount, actual.frameCount, 1) {
      let (wanted, found) = (expected.marks(in: number), actual.marks(in: number))
      if firstDifference == nil {
        if wanted == found {
          lines.pointer += String(repeating: " ", count: wanted.count)
        } else {
          firstDifference = number
        }
      }
      let width = max(wanted.count, found.count)
      lines.expected += wanted.padded(to: width)
      lines.actual += found.padded(to: width)
    }
    let pointer = firstDifference.map {
      "\n          \(lines.pointer)^ frame \($0), after \(frame * $0)"
    }
    return """
      the signal does not match the line
      expected  \(lines.expected)
      got       \(lines.actual)
      """ + (pointer ?? "") + notes.map { "\n\($0)" }.joined()
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
