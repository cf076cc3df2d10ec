/// The latest values of two signals.
@usableFromInline
struct CombineLatestState<A: Sendable, B: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    case first(A)
    case second(B)
    case firstEnded(End<Failure>)
    case secondEnded(End<Failure>)
  }

  @usableFromInline var first: A?
  @usableFromInline var second: B?
  /// How the first of the two ended.
  @usableFromInline var end: End<Failure>?

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
    case .firstEnded(let end): finish(end, first == nil, observer)
    case .secondEnded(let end): finish(end, second == nil, observer)
    }
  }

  @usableFromInline
  mutating func finish(
    _ new: End<Failure>, _ isWithoutValue: Bool, _ observer: Observer<(A, B), Failure>
  ) {
    if let end {
      observer.finish(new.isFailure ? new : end.joined(with: new))
    } else if new.isFailure || isWithoutValue {
      observer.finish(new)
    } else {
      end = new
    }
  }
}

/// The latest values of many signals.
@usableFromInline
struct CombineLatestArrayState<Element: Sendable, Failure: Error>: StageState {
  @usableFromInline
  enum Message: Sendable {
    case value(Element, Int)
    case ended(End<Failure>, Int)
  }

  /// Used until every signal has a value.
  private var first: [Element?]
  private var missingCount: Int
  private var runningCount: Int
  private var end = End<Failure>.completed
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
    case .ended(let new, let index):
      guard !new.isFailure else { return observer.finish(new) }
      runningCount -= 1
      end = end.joined(with: new)
      if runningCount == 0 || (latest.isEmpty && first[index] == nil) { observer.finish(end) }
    }
  }
}
