import Dispatch
import Signals

/// Our signals as an app would use them.
enum SignalsCases {
  @MainActor static let all: [@MainActor () -> Benchmark] = [
    chain, combineTwo, combineEight, switchInner, innerEvent, manyObservers,
    { subscription(.e1, others: 0) }, { subscription(.e3, others: 1000) }, derivedProperty, hop,
    longChain, command,
  ]

  /// a: subject, map, filter, sink; nothing is filtered out.
  static func chain() -> Benchmark {
    let total = Total()
    let subject = Subject<Int, Never>()
    _ = subject.signal.map { $0 &+ 1 }.filter { $0 >= 0 }.subscribe { total.add($0) }
    return Benchmark(name: .a, subject: .signals, rounds: 100_000) { count in
      for value in 0..<count { subject.send(value) }
    } check: { count in
      total.take() == sum(below: count) + count
    }
  }

  /// b2: the two sources send in turn.
  static func combineTwo() -> Benchmark {
    let total = Total()
    let a = Subject<Int, Never>()
    let b = Subject<Int, Never>()
    _ = Signal.combineLatest(a.signal, b.signal).subscribe { total.add($0.0 &+ $0.1) }
    a.send(0)
    b.send(0)
    return Benchmark(name: .b2, subject: .signals, rounds: 50_000, eventsPerRound: 2) { count in
      for value in 0..<count {
        a.send(value)
        b.send(value)
      }
    } check: { count in
      // In the first event of a round, the second value is still that of the previous round.
      let expected = 3 * sum(below: count) + sum(below: count - 1)
      let isRight = total.take() == expected
      a.send(0)
      b.send(0)
      return total.take() == count - 1 && isRight
    }
  }

  /// b8: the eight sources send in turn.
  static func combineEight() -> Benchmark {
    let total = Total()
    let subjects = (0..<8).map { _ in Subject<Int, Never>() }
    _ = Signal.combineLatest(subjects.map(\.signal)).subscribe { total.add($0[0] &+ $0[7]) }
    for subject in subjects { subject.send(0) }
    return Benchmark(name: .b8, subject: .signals, rounds: 10_000, eventsPerRound: 8) { count in
      for value in 0..<count {
        for subject in subjects { subject.send(value) }
      }
    } check: { count in
      // In seven of the eight events of a round, the last value is still that of the previous
      // round.
      let expected = 9 * sum(below: count) + 7 * sum(below: count - 1)
      let isRight = total.take() == expected
      for subject in subjects { subject.send(0) }
      return total.take() == 7 * (count - 1) && isRight
    }
  }

  /// c1: an event of the outer signal switches to the other inner one.
  static func switchInner() -> Benchmark {
    let total = Total()
    let outer = Subject<Int, Never>()
    let even = Subject<Int, Never>()
    let odd = Subject<Int, Never>()
    let (evenSignal, oddSignal) = (even.signal, odd.signal)
    _ = outer.signal.flatMap(.latest) { $0 & 1 == 0 ? evenSignal : oddSignal }
      .subscribe { total.add($0) }
    return Benchmark(name: .c1, subject: .signals, rounds: 20_000) { count in
      for value in 0..<count { outer.send(value) }
    } check: { count in
      (count.isMultiple(of: 2) ? odd : even).send(1)
      (count.isMultiple(of: 2) ? even : odd).send(2)
      return total.take() == 1
    }
  }

  /// c2: an event of the inner signal.
  static func innerEvent() -> Benchmark {
    let total = Total()
    let outer = Subject<Int, Never>()
    let inner = Subject<Int, Never>()
    let innerSignal = inner.signal
    _ = outer.signal.flatMap(.latest) { _ in innerSignal }.subscribe { total.add($0) }
    outer.send(0)
    return Benchmark(name: .c2, subject: .signals, rounds: 100_000) { count in
      for value in 0..<count { inner.send(value) }
    } check: { count in
      total.take() == sum(below: count)
    }
  }

  /// d: a thousand observers of one subject, per delivery.
  static func manyObservers() -> Benchmark {
    let total = Total()
    let subject = Subject<Int, Never>()
    for _ in 0..<1000 { _ = subject.signal.subscribe { total.add($0) } }
    return Benchmark(name: .d, subject: .signals, rounds: 400, eventsPerRound: 1000) { count in
      for value in 0..<count { subject.send(value) }
    } check: { count in
      total.take() == 1000 * sum(below: count)
    }
  }

  /// e: subscribing to the bare subject and disposing, alone or among others.
  static func subscription(_ name: CaseName, others: Int) -> Benchmark {
    let total = Total()
    let subject = Subject<Int, Never>()
    for _ in 0..<others { _ = subject.signal.subscribe { total.add($0) } }
    return Benchmark(name: name, subject: .signals, rounds: 20_000) { count in
      for _ in 0..<count {
        let subscription = subject.signal.subscribe { total.add($0) }
        subscription.dispose()
      }
    } check: { _ in
      let subscription = subject.signal.subscribe { total.add($0) }
      subject.send(3)
      subscription.dispose()
      subject.send(5)
      return total.take() == 8 * others + 3
    }
  }

  /// g: a burst is handed to another thread.
  static func hop() -> Benchmark {
    let total = Total()
    let end = DispatchSemaphore(value: 0)
    let subject = Subject<Int, Never>()
    _ = subject.signal.observe(on: SerialScheduler(label: "benchmark")).subscribe { value in
      if value >= 0 { total.add(value) } else { end.signal() }
    }
    return Benchmark(name: .g, subject: .signals, rounds: 50_000, clock: .process) { count in
      for value in 0..<count { subject.send(value) }
      subject.send(-1)
      end.wait()
    } check: { count in
      total.take() == sum(below: count)
    }
  }

  /// h: fifty maps, per map.
  static func longChain() -> Benchmark {
    let total = Total()
    let subject = Subject<Int, Never>()
    var signal = subject.signal
    for _ in 0..<50 { signal = signal.map { $0 &+ 1 } }
    _ = signal.subscribe { total.add($0) }
    return Benchmark(name: .h, subject: .signals, rounds: 4000, eventsPerRound: 50) { count in
      for value in 0..<count { subject.send(value) }
    } check: { count in
      total.take() == sum(below: count) + 50 * count
    }
  }
}

/// State and commands live on the main actor.
extension SignalsCases {
  /// f: a property, one derived from it, and its observer.
  @MainActor
  static func derivedProperty() -> Benchmark {
    let total = Total()
    let property = MutableProperty(-1)
    let derived = property.map { $0 &+ 1 }
    let observation = derived.observe { total.add($0) }
    return Benchmark(name: .f, subject: .signals, rounds: 100_000) { count in
      MainActor.assumeIsolated {
        for value in 0..<count { property.value = value }
      }
    } check: { count in
      let isRight = !observation.isDisposed && total.take() == sum(below: count) + count
      MainActor.assumeIsolated { property.value = -1 }
      return isRight && total.take() == 0
    }
  }

  /// i: a command is executed and responds at once; its state and its value are observed.
  @MainActor
  static func command() -> Benchmark {
    let total = Total()
    let changes = Total()
    let command = Command<Int, Int, Never> { .just($0 &+ 1) }
    let observation = command.isExecuting.observe { changes.add($0 ? 1 : 1 << 32) }
    _ = command.values.subscribe { total.add($0) }
    _ = changes.take()
    return Benchmark(name: .i, subject: .signals, rounds: 10_000) { count in
      MainActor.assumeIsolated {
        for value in 0..<count { command.execute(value) }
      }
    } check: { count in
      // True as many times as false.
      !observation.isDisposed && changes.take() == count + count << 32
        && total.take() == sum(below: count) + count
    }
  }
}
