/// What the stage of a flattened signal hears.
enum FlattenMessage<Value: Sendable, Failure: Error>: Sendable {
  /// A value of the inner signal with that number.
  case value(Value, Int)
  case failed(Failure)
  /// The inner signal with that number takes over; older ones are not heard any more.
  case switched(Int)
  case innerStarted
  case innerCompleted(Int)
  case outerCompleted
}

/// The part of `flatMap` that depends on the strategy.
///
/// `begin` and `outerCompleted` are called by the serialised outer signal. Inner signals are
/// subscribed to outside of the stage's turn, so that a synchronous one is delivered as it sends.
protocol InnerStarter<Value, Failure>: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  var stage: FlattenStage<Value, Failure> { get }
  func begin(_ signal: Signal<Value, Failure>)
  func outerCompleted()
}

typealias FlattenStage<Value: Sendable, Failure: Error> = Stage<
  FlattenMessage<Value, Failure>, FlattenState, Value, Failure
>

extension InnerStarter {
  /// Subscribes to an inner signal whose events carry its number.
  func attach(
    _ signal: Signal<Value, Failure>, number: Int, subscription: CompositeDisposable,
    completed: @escaping @Sendable () -> Void
  ) {
    guard !subscription.isDisposed else { return }
    let stage = stage
    signal.attach(
      Observer(
        subscription: subscription,
        value: { stage.send(.value($0, number)) },
        failed: { stage.send(.failed($0)) },
        completed: completed))
  }

  func outerCompleted() {
    stage.send(.outerCompleted)
  }
}

/// Counts what still runs; touched inside the stage's turn.
struct FlattenState: Sendable {
  var current: Int?
  var runningCount = 0
  var isOuterCompleted = false

  static func makeStage<Value: Sendable, Failure: Error>(
    _ observer: Observer<Value, Failure>
  ) -> FlattenStage<Value, Failure> {
    FlattenStage(observer, FlattenState()) { message, state, observer in
      state.handle(message, observer)
    }
  }

  private mutating func handle<Value: Sendable, Failure: Error>(
    _ message: FlattenMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .value(let value, let number):
      if current == nil || current == number { observer.onValue(value) }
    case .failed(let failure):
      observer.finish(failure)
    case .switched(let number):
      current = number
      runningCount = 1
    case .innerStarted:
      runningCount += 1
    case .innerCompleted(let number):
      guard current == nil || current == number else { return }
      runningCount -= 1
      if runningCount == 0, isOuterCompleted { observer.finish() }
    case .outerCompleted:
      isOuterCompleted = true
      if runningCount == 0 { observer.finish() }
    }
  }
}

/// `flatMap(.latest)`: one slot, a new inner signal ends the one before.
final class LatestInner<Value: Sendable, Failure: Error>: InnerStarter {
  let stage: FlattenStage<Value, Failure>
  private let slot = SerialDisposable()
  private let number = Confined(0)

  init(_ observer: Observer<Value, Failure>) {
    stage = FlattenState.makeStage(observer)
    observer.subscription.add(slot)
  }

  func begin(_ signal: Signal<Value, Failure>) {
    number.value += 1
    let number = number.value
    let subscription = CompositeDisposable()
    slot.inner = subscription
    stage.send(.switched(number))
    attach(signal, number: number, subscription: subscription) { [stage] in
      stage.send(.innerCompleted(number))
    }
  }
}

/// `flatMap(.merge)`: all inner signals run.
final class MergedInners<Value: Sendable, Failure: Error>: InnerStarter {
  let stage: FlattenStage<Value, Failure>

  init(_ observer: Observer<Value, Failure>) {
    stage = FlattenState.makeStage(observer)
  }

  func begin(_ signal: Signal<Value, Failure>) {
    stage.send(.innerStarted)
    attach(signal, number: 0, subscription: stage.observer.makeChild()) { [stage] in
      stage.send(.innerCompleted(0))
    }
  }
}

/// `flatMap(.concat)`: one inner signal runs, the others wait in order.
final class QueuedInners<Value: Sendable, Failure: Error>: InnerStarter {
  private struct Waiting {
    var signals: [Signal<Value, Failure>] = []
    var head = 0
    var isRunning = false

    mutating func next() -> Signal<Value, Failure>? {
      guard head < signals.count else {
        signals = []
        head = 0
        isRunning = false
        return nil
      }
      defer { head += 1 }
      return signals[head]
    }
  }

  let stage: FlattenStage<Value, Failure>
  private let waiting = Lock(Waiting())
  /// Starts inner signals one after the other: a synchronous one ends before its successor starts,
  /// without recursion.
  private let starting = Turn<Signal<Value, Failure>>()
  private let slot = SerialDisposable()

  init(_ observer: Observer<Value, Failure>) {
    stage = FlattenState.makeStage(observer)
    observer.subscription.add(slot)
  }

  func begin(_ signal: Signal<Value, Failure>) {
    stage.send(.innerStarted)
    let isFirst = waiting.withLock { waiting in
      if waiting.isRunning {
        waiting.signals.append(signal)
        return false
      }
      waiting.isRunning = true
      return true
    }
    if isFirst { starting.send(signal, start) }
  }

  private func start(_ signal: Signal<Value, Failure>) {
    let subscription = CompositeDisposable()
    slot.inner = subscription
    attach(signal, number: 0, subscription: subscription) { [self] in
      stage.send(.innerCompleted(0))
      if let next = waiting.withLock({ $0.next() }) { starting.send(next, start) }
    }
  }
}
