/// The values of two signals that wait for their partners; at most one of the queues is non-empty.
@usableFromInline
struct ZipState<A: Sendable, B: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    case first(A)
    case second(B)
    case failed(Failure)
    case firstCompleted
    case secondCompleted
  }

  @usableFromInline var first = ValueQueue<A>()
  @usableFromInline var second = ValueQueue<B>()
  @usableFromInline var isFirstCompleted = false
  @usableFromInline var isSecondCompleted = false

  @inlinable
  init() {}

  @inlinable
  mutating func handle(_ message: Message, _ observer: Observer<(A, B), Failure>) {
    switch message {
    case .first(let value):
      guard let partner = second.popFirst() else { return first.append(value) }
      observer.onValue((value, partner))
      if isSecondCompleted, second.isEmpty { observer.finish() }
    case .second(let value):
      guard let partner = first.popFirst() else { return second.append(value) }
      observer.onValue((partner, value))
      if isFirstCompleted, first.isEmpty { observer.finish() }
    case .failed(let failure): observer.finish(failure)
    case .firstCompleted:
      isFirstCompleted = true
      if first.isEmpty { observer.finish() }
    case .secondCompleted:
      isSecondCompleted = true
      if second.isEmpty { observer.finish() }
    }
  }
}

/// The values of many signals that wait for their partners.
struct ZipArrayState<Element: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Element, Int)
    case failed(Failure)
    case completed(Int)
  }

  private struct Lane {
    var waiting = ValueQueue<Element>()
    var isCompleted = false

    /// Whether the lane can supply no more values.
    var isExhausted: Bool { isCompleted && waiting.isEmpty }
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
      if lanes.contains(where: \.isExhausted) { observer.finish() }
    case .failed(let failure):
      observer.finish(failure)
    case .completed(let index):
      lanes[index].isCompleted = true
      if lanes[index].isExhausted { observer.finish() }
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
