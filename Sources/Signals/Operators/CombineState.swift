/// What `combineLatest` of two hears.
enum CombineMessage<A: Sendable, B: Sendable, Failure: Error>: Sendable {
  case first(A)
  case second(B)
  case failed(Failure)
  case firstCompleted
  case secondCompleted
}

/// The latest values of two signals.
struct CombineState<A: Sendable, B: Sendable> {
  private var first: A?
  private var second: B?
  private var isFirstCompleted = false
  private var isSecondCompleted = false

  mutating func handle<Failure: Error>(
    _ message: CombineMessage<A, B, Failure>, _ observer: Observer<(A, B), Failure>
  ) {
    switch message {
    case .first(let value): first = value
    case .second(let value): second = value
    case .failed(let failure): return observer.finish(failure)
    case .firstCompleted: isFirstCompleted = true
    case .secondCompleted: isSecondCompleted = true
    }
    switch message {
    case .first, .second:
      if let first, let second { observer.onValue((first, second)) }
    case .firstCompleted, .secondCompleted, .failed:
      let isHopeless = (isFirstCompleted && first == nil) || (isSecondCompleted && second == nil)
      if isHopeless || (isFirstCompleted && isSecondCompleted) { observer.finish() }
    }
  }
}

/// What `combineLatest` of an array hears.
enum CombineArrayMessage<Element: Sendable, Failure: Error>: Sendable {
  case value(Element, Int)
  case failed(Failure)
  case completed(Int)
}

/// The latest values of many signals.
struct CombineArray<Element: Sendable> {
  private var latest: [Element?]
  private var missingCount: Int
  private var runningCount: Int

  init(count: Int) {
    latest = Array(repeating: nil, count: count)
    missingCount = count
    runningCount = count
  }

  mutating func handle<Failure: Error>(
    _ message: CombineArrayMessage<Element, Failure>, _ observer: Observer<[Element], Failure>
  ) {
    switch message {
    case .value(let value, let index):
      if latest[index] == nil { missingCount -= 1 }
      latest[index] = value
      if missingCount == 0 { observer.onValue(latest.compactMap(\.self)) }
    case .failed(let failure):
      observer.finish(failure)
    case .completed(let index):
      runningCount -= 1
      if runningCount == 0 || latest[index] == nil { observer.finish() }
    }
  }
}
