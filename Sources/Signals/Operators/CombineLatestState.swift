/// The latest values of two signals.
@usableFromInline
struct CombineLatestState<A: Sendable, B: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    case first(A)
    case second(B)
    case failed(Failure)
    case firstCompleted
    case secondCompleted
  }

  @usableFromInline var first: A?
  @usableFromInline var second: B?
  @usableFromInline var isFirstCompleted = false
  @usableFromInline var isSecondCompleted = false

  @inlinable
  init() {}

  @inlinable
  mutating func handle(_ message: Message, _ observer: Observer<(A, B), Failure>) {
    switch message {
    case .first(let value):
      first = value
      if let second { observer.onValue((value, second)) }
    case .second(let value):
      second = value
      if let first { observer.onValue((first, value)) }
    case .failed(let failure): observer.finish(failure)
    case .firstCompleted:
      isFirstCompleted = true
      if first == nil || isSecondCompleted { observer.finish() }
    case .secondCompleted:
      isSecondCompleted = true
      if second == nil || isFirstCompleted { observer.finish() }
    }
  }
}

/// The latest values of many signals.
@usableFromInline
struct CombineLatestArrayState<Element: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    case value(Element, Int)
    case failed(Failure)
    case completed(Int)
  }

  /// Used until every signal has a value.
  private var first: [Element?]
  private var missingCount: Int
  private var runningCount: Int
  /// Used from then on; changed in place unless something downstream has kept the array.
  @usableFromInline var latest: [Element] = []

  @usableFromInline
  init(count: Int) {
    first = Array(repeating: nil, count: count)
    missingCount = count
    runningCount = count
  }

  @inlinable
  @inline(__always)
  mutating func handle(_ message: Message, _ observer: Observer<[Element], Failure>) {
    if case .value(let value, let index) = message, !latest.isEmpty {
      latest[index] = value
      observer.onValue(latest)
    } else {
      handleSlowly(message, observer)
    }
  }

  @usableFromInline
  mutating func handleSlowly(_ message: Message, _ observer: Observer<[Element], Failure>) {
    switch message {
    case .value(let value, let index):
      if first[index] == nil { missingCount -= 1 }
      first[index] = value
      guard missingCount == 0 else { return }
      latest = first.compactMap(\.self)
      first = []
      observer.onValue(latest)
    case .failed(let failure):
      observer.finish(failure)
    case .completed(let index):
      runningCount -= 1
      if runningCount == 0 || (latest.isEmpty && first[index] == nil) { observer.finish() }
    }
  }
}
