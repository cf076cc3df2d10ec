/// The values of two signals that wait for their partners; at most one of the queues is non-empty.
@usableFromInline
struct ZipState<A: Sendable, B: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    case first(A)
    case second(B)
    case firstEnded(End<Failure>)
    case secondEnded(End<Failure>)
  }

  @usableFromInline var first = ValueQueue<A>()
  @usableFromInline var second = ValueQueue<B>()
  @usableFromInline var firstEnd: End<Failure>?
  @usableFromInline var secondEnd: End<Failure>?

  @inlinable
  init() {}

  @inlinable
  mutating func handle(_ message: Message, _ observer: Observer<(A, B), Failure>) {
    switch message {
    case .first(let value):
      guard let partner = second.popFirst() else { return first.append(value) }
      observer.onValue((value, partner))
      if let secondEnd, second.isEmpty { observer.finish(secondEnd) }
    case .second(let value):
      guard let partner = first.popFirst() else { return second.append(value) }
      observer.onValue((partner, value))
      if let firstEnd, first.isEmpty { observer.finish(firstEnd) }
    case .firstEnded(let end):
      firstEnd = end
      if end.isFailure || first.isEmpty { observer.finish(end) }
    case .secondEnded(let end):
      secondEnd = end
      if end.isFailure || second.isEmpty { observer.finish(end) }
    }
  }
}

/// The values of many signals that wait for their partners.
struct ZipArrayState<Element: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Element, Int)
    case ended(End<Failure>, Int)
  }

  private struct Lane {
    var waiting = ValueQueue<Element>()
    var end: End<Failure>?

    /// How the lane ended, once it can supply no more values.
    var exhaustion: End<Failure>? { waiting.isEmpty ? end : nil }
  }

  private var lanes: [Lane]
  /// The number of lanes without a waiting value.
  private var emptyCount: Int

  init(count: Int) {
    lanes = Array(repeating: Lane(), count: count)
    emptyCount = count
  }

  mutating func handle(_ message: Message, _ observer: Observer<[Element], Failure>) {
    switch message {
    case .value(let value, let index):
      if lanes[index].waiting.isEmpty { emptyCount -= 1 }
      lanes[index].waiting.append(value)
      guard emptyCount == 0 else { return }
      observer.onValue(takeRow())
      if let end = lanes.lazy.compactMap(\.exhaustion).first { observer.finish(end) }
    case .ended(let end, let index):
      lanes[index].end = end
      if end.isFailure || lanes[index].waiting.isEmpty { observer.finish(end) }
    }
  }

  private mutating func takeRow() -> [Element] {
    var row: [Element] = []
    row.reserveCapacity(lanes.count)
    for index in lanes.indices {
      if let value = lanes[index].waiting.popFirst() { row.append(value) }
      if lanes[index].waiting.isEmpty { emptyCount += 1 }
    }
    return row
  }
}
