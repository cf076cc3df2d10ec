import Synchronization

/// Which of several signals was the first to send anything; the others are then disposed of.
final class RaceState: Sendable {
  private static let undecided = -1

  private let winner = Atomic(RaceState.undecided)
  private let runners = Lock<[Subscription]>([])
  /// The number of signals that were lost before the race was decided.
  private let lostCount = Atomic(0)

  /// Whether one of them has sent something.
  var isDecided: Bool {
    winner.load(ordering: .acquiring) != Self.undecided
  }

  /// Admits another signal and returns its number, or `nil` if the race is over.
  func enter(_ subscription: Subscription) -> Int? {
    let number: Int? = runners.withLock { runners in
      guard !isDecided else { return nil }
      runners.append(subscription)
      return runners.count - 1
    }
    if number == nil { subscription.dispose() }
    return number
  }

  /// Whether the end of that number counts; a lost signal cannot win.
  ///
  /// - Parameter count: The number of signals in the race; the loss of the last one counts.
  func counts<Failure>(_ end: End<Failure>, of number: Int, outOf count: Int) -> Bool {
    guard case .lost = end, !isDecided else { return isWon(by: number) }
    return lostCount.add(1, ordering: .relaxed).newValue == count
  }

  /// Whether an event of that number counts; the very first one decides.
  func isWon(by number: Int) -> Bool {
    let decided = winner.load(ordering: .acquiring)
    guard decided == Self.undecided else { return decided == number }
    let losers: [Subscription]? = runners.withLock { runners in
      guard !isDecided else { return nil }
      winner.store(number, ordering: .releasing)
      defer { runners = [] }
      return runners
    }
    guard let losers else { return winner.load(ordering: .acquiring) == number }
    for (index, loser) in losers.enumerated() where index != number { loser.dispose() }
    return true
  }
}
