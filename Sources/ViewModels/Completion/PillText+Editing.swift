import Models

nonisolated extension PillText {
  /// The links that are left in a changed text: those that the change does not touch.
  func pills(after newText: String) -> [Pill] {
    guard !pills.isEmpty else { return [] }
    let (old, new) = (Array(text.utf8), Array(newText.utf8))
    let shorter = min(old.count, new.count)
    var (head, tail) = (0, 0)
    while head < shorter, old[head] == new[head] { head += 1 }
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    let shift = new.count - old.count
    return pills.compactMap { pill in
      if pill.range.upperBound <= head { return pill }
      guard pill.range.lowerBound >= old.count - tail else { return nil }
      let range = pill.range.lowerBound + shift..<pill.range.upperBound + shift
      return Pill(range: range, target: pill.target)
    }
  }
}
