import Dispatch
import OpenCombine
import OpenCombineDispatch

/// OpenCombine as an app would use it; it has no `combineLatest`.
enum OpenCombineCases {
  @MainActor static let all: [@MainActor () -> Benchmark] = [
    chain, switchInner, innerEvent, manyObservers, { subscription(.e1, others: 0) },
    { subscription(.e3, others: 1000) }, derivedState, hop, longChain, command,
  ]

  /// a: subject, map, filter, sink; nothing is filtered out.
  static func chain() -> Benchmark {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.map { $0 &+ 1 }.filter { $0 >= 0 }.sink { total.add($0) }
    return Benchmark(name: .a, subject: .openCombine, rounds: 20_000) { count in
      for value in 0..<count { subject.send(value) }
    } check: { count in
      withExtendedLifetime(sink) { total.take() == sum(below: count) + count }
    }
  }

  /// c1: an event of the outer publisher switches to the other inner one.
  static func switchInner() -> Benchmark {
    let total = Total()
    let outer = PassthroughSubject<Int, Never>()
    let even = PassthroughSubject<Int, Never>()
    let odd = PassthroughSubject<Int, Never>()
    let sink = outer.map { $0 & 1 == 0 ? even : odd }.switchToLatest().sink { total.add($0) }
    return Benchmark(name: .c1, subject: .openCombine, rounds: 5000) { count in
      for value in 0..<count { outer.send(value) }
    } check: { count in
      (count.isMultiple(of: 2) ? odd : even).send(1)
      (count.isMultiple(of: 2) ? even : odd).send(2)
      return withExtendedLifetime(sink) { total.take() == 1 }
    }
  }

  /// c2: an event of the inner publisher.
  static func innerEvent() -> Benchmark {
    let total = Total()
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let sink = outer.map { _ in inner }.switchToLatest().sink { total.add($0) }
    outer.send(0)
    return Benchmark(name: .c2, subject: .openCombine, rounds: 20_000) { count in
      for value in 0..<count { inner.send(value) }
    } check: { count in
      withExtendedLifetime(sink) { total.take() == sum(below: count) }
    }
  }

  /// d: a thousand observers of one subject, per delivery.
  static func manyObservers() -> Benchmark {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let sinks = (0..<1000).map { _ in subject.sink { total.add($0) } }
    return Benchmark(name: .d, subject: .openCombine, rounds: 40, eventsPerRound: 1000) { count in
      for value in 0..<count { subject.send(value) }
    } check: { count in
      withExtendedLifetime(sinks) { total.take() == 1000 * sum(below: count) }
    }
  }

  /// e: subscribing to the bare subject and cancelling, alone or among others.
  static func subscription(_ name: CaseName, others: Int) -> Benchmark {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let sinks = (0..<others).map { _ in subject.sink { total.add($0) } }
    return Benchmark(name: name, subject: .openCombine, rounds: 5000) { count in
      for _ in 0..<count {
        let subscription = subject.sink { total.add($0) }
        subscription.cancel()
      }
    } check: { _ in
      let subscription = subject.sink { total.add($0) }
      subject.send(3)
      subscription.cancel()
      subject.send(5)
      return withExtendedLifetime(sinks) { total.take() == 8 * others + 3 }
    }
  }

  /// f: a subject with a value, one derived from it by `map`, and its observer.
  static func derivedState() -> Benchmark {
    let total = Total()
    let state = CurrentValueSubject<Int, Never>(-1)
    let derived = CurrentValueSubject<Int, Never>(0)
    let link = state.map { $0 &+ 1 }.sink { derived.value = $0 }
    let sink = derived.sink { total.add($0) }
    return Benchmark(name: .f, subject: .openCombine, rounds: 20_000) { count in
      for value in 0..<count { state.value = value }
    } check: { count in
      withExtendedLifetime((link, sink)) { total.take() == sum(below: count) + count }
    }
  }

  /// g: a burst is handed to another thread.
  static func hop() -> Benchmark {
    let total = Total()
    let end = DispatchSemaphore(value: 0)
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.receive(on: DispatchQueue(label: "benchmark").ocombine).sink { value in
      if value >= 0 { total.add(value) } else { end.signal() }
    }
    return Benchmark(name: .g, subject: .openCombine, rounds: 50_000, clock: .process) { count in
      for value in 0..<count { subject.send(value) }
      subject.send(-1)
      end.wait()
    } check: { count in
      withExtendedLifetime(sink) { total.take() == sum(below: count) }
    }
  }

  /// h: fifty maps, per map; erased one by one, which is faster than the library's types for nested
  /// maps.
  static func longChain() -> Benchmark {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    var publisher = subject.eraseToAnyPublisher()
    for _ in 0..<50 { publisher = publisher.map { $0 &+ 1 }.eraseToAnyPublisher() }
    let sink = publisher.sink { total.add($0) }
    return Benchmark(name: .h, subject: .openCombine, rounds: 2000, eventsPerRound: 50) { count in
      for value in 0..<count { subject.send(value) }
    } check: { count in
      withExtendedLifetime(sink) { total.take() == sum(below: count) + 50 * count }
    }
  }

  /// i: a hand-written command is executed and responds at once; its state and value are observed.
  static func command() -> Benchmark {
    let total = Total()
    let changes = Total()
    let command = HandMadeCommand { Just($0 &+ 1) }
    let observation = command.isExecuting.sink { changes.add($0 ? 1 : 1 << 32) }
    let sink = command.values.sink { total.add($0) }
    _ = changes.take()
    return Benchmark(name: .i, subject: .openCombine, rounds: 5000) { count in
      for value in 0..<count { command.execute(value) }
    } check: { count in
      // True as many times as false.
      withExtendedLifetime((observation, sink)) {
        changes.take() == count + count << 32 && total.take() == sum(below: count) + count
      }
    }
  }
}

/// A command as an app might write it: no replay, no failures, no cancellation.
private final class HandMadeCommand {
  let isExecuting = CurrentValueSubject<Bool, Never>(false)
  let values: AnyPublisher<Int, Never>
  private let inputs = PassthroughSubject<Int, Never>()

  init(_ work: @escaping (Int) -> Just<Int>) {
    let isExecuting = isExecuting
    values =
      inputs
      .flatMap { input in
        work(input).handleEvents(receiveCompletion: { _ in isExecuting.value = false })
      }
      .eraseToAnyPublisher()
  }

  func execute(_ input: Int) {
    guard !isExecuting.value else { return }
    isExecuting.value = true
    inputs.send(input)
  }
}
