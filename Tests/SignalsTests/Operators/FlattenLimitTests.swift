import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("Flattening with a limit")
struct FlattenLimitTests {
  private let scheduler = TestScheduler()

  /// Draws the inner signals that begin when the source sends their name.
  private func draw(
    _ strategy: FlattenStrategy, _ outer: String, _ inners: [Character: String]
  ) -> String {
    let signals = inners.mapValues { scheduler.signal($0, failure: Mishap.first) }
    let source = scheduler.signal(outer, failure: Mishap.first)
    return scheduler.draw(source.flatMap(strategy) { signals[$0] ?? .never }).description
  }

  @Test("at most `limit` inner signals run, the others wait in order")
  func limited() {
    let inners: [Character: String] = ["a": "x---x|", "b": "y-y|", "c": "z-|", "d": "w|"]
    #expect(draw(.concurrent(limit: 2), "-abcd-|", inners) == "-xy-y(xz)w|")
    #expect(draw(.concurrent(limit: 1), "-ab---|", inners) == "-x---xy-y|")
    #expect(draw(.concurrent(limit: 9), "-abc--|", inners) == "-xyzyx|")
    #expect(draw(.concurrent(limit: 2), "-ab-#", inners) == "-xy-#")
    #expect(draw(.concurrent(limit: 2), "-ab--|", ["a": "x", "b": "-#"]) == "-x-#")
    #expect(draw(.concurrent(limit: 2), "|", inners) == "|")
  }

  @Test("a free place goes to the signal that has waited longest")
  func queue() {
    let log = Box<String>()
    let inners = (0..<5).map { _ in Subject<Int, Never>() }
    let outer = Subject<Int, Never>()
    let recorder = Recorder(
      outer.signal.flatMap(.concurrent(limit: 2)) { number in
        Signal<Int, Never> { observer in
          log.append("+\(number)")
          let subscription = inners[number].signal.subscribe(observer)
          return AnyDisposable {
            subscription.dispose()
            log.append("-\(number)")
          }
        }
      })
    for number in 0..<5 { outer.send(number) }
    #expect(log.values == ["+0", "+1"])
    inners[1].complete()
    #expect(log.values == ["+0", "+1", "-1", "+2"])
    inners[0].send(7)
    inners[0].complete()
    outer.complete()
    #expect(log.values.suffix(2) == ["-0", "+3"])
    inners[3].complete()
    inners[2].complete()
    inners[4].send(8)
    recorder.expect(7, 8)
    recorder.expectNothing()
    inners[4].complete()
    recorder.expectCompletion()
    #expect(log.values.count == 10)
  }

  @Test("free places are used again")
  func freed() {
    let running = Box<Int>([0])
    let outer = Subject<Subject<Int, Never>, Never>()
    let recorder = Recorder(
      outer.signal.flatMap(.concurrent(limit: 2)) { inner in
        running.modify { $0[0] += 1 }
        return inner.signal.on(disposed: { running.modify { $0[0] -= 1 } })
      })
    for _ in 0..<10 {
      let pair = [Subject<Int, Never>(), Subject<Int, Never>()]
      for inner in pair { outer.send(inner) }
      for inner in pair { inner.send(1) }
      for inner in pair { inner.complete() }
      #expect(running.values == [0])
    }
    #expect(recorder.takeValues().count == 20)
  }

  @Test("with many threads, the limit holds and no inner signal is lost", arguments: [1, 3])
  func threads(_ limit: Int) async throws {
    let running = Box<Int>([0, 0])
    let outer = Subject<Int, Never>()
    let recorder = Recorder(
      outer.signal.flatMap(.concurrent(limit: limit)) { number in
        Signal<Int, Never> { observer in
          running.modify {
            $0[0] += 1
            $0[1] = max($0[0], $0[1])
          }
          // Not a task: two hundred of them, one after the other, would wait for other tests.
          DispatchQueue.global().async {
            running.modify { $0[0] -= 1 }
            observer.send(number)
            observer.complete()
          }
          return AnyDisposable {}
        }
      })
    await withTaskGroup { group in
      for sender in 0..<4 {
        group.addTask { for step in 0..<50 { outer.send(sender * 100 + step) } }
      }
    }
    outer.complete()
    try await eventually { recorder.isDisposed }
    #expect(Set(recorder.takeValues()).count == 200)
    recorder.expectCompletion()
    #expect(running.values[1] <= limit)
  }

  @Test("disposal ends the running signals and drops the waiting ones")
  func disposal() {
    let made = Box<Int>()
    let census = Census()
    let outer = Subject<Item, Never>()
    let recorder = Recorder(
      outer.signal.flatMap(.concurrent(limit: 2)) { item in
        Signal<Int, Never> { _ in
          made.append(item.number)
          return AnyDisposable { item.touch() }
        }
      })
    for number in 0..<5 { outer.send(census.item(number)) }
    #expect(census.count == 5)
    recorder.dispose()
    #expect(census.count == 0)
    #expect(made.values == [0, 1])
  }
}

@Suite("Flattening to the first")
struct FlattenFirstTests {
  private let scheduler = TestScheduler()

  private func draw(_ outer: String, _ inners: [Character: String]) -> String {
    let signals = inners.mapValues { scheduler.signal($0, failure: Mishap.first) }
    let source = scheduler.signal(outer, failure: Mishap.first)
    return scheduler.draw(source.flatMap(.first) { signals[$0] ?? .never }).description
  }

  @Test("values that arrive while an inner signal runs are dropped")
  func lines() {
    #expect(draw("-a-b-c-|", ["a": "x-x|", "b": "y|", "c": "z|"]) == "-x-x-z-|")
    #expect(draw("-a-b---|", ["a": "--x|", "b": "y-y|"]) == "---x---|")
    #expect(draw("-a-|", ["a": "----x|"]) == "-----x|")
    #expect(draw("-a-b|", ["a": "|", "b": "y|"]) == "---y|")
    #expect(draw("-ab-|", ["a": "--#", "b": "y"]) == "---#")
    #expect(draw("-a-#", ["a": "x---|"]) == "-x-#")
    #expect(draw("-|", [:]) == "-|")
  }

  @Test("the closure is not called for dropped values, including those sent inside an inner value")
  func calls() {
    let made = Box<Int>()
    let (outer, inner) = (Subject<Int, Never>(), Subject<Int, Never>())
    let heard = Box<Int>()
    let subscription = outer.signal.flatMap(.first) { number in
      made.append(number)
      return inner.signal.map { $0 + number }.take(first: 2)
    }.subscribe { value in
      heard.append(value)
      outer.send(7)
    }
    outer.send(100)
    outer.send(200)
    inner.send(1)
    inner.send(2)
    #expect(heard.values == [101, 102])
    #expect(made.values == [100])
    outer.send(300)
    #expect(made.values == [100, 300])
    subscription.dispose()
    inner.send(3)
    #expect(heard.values.count == 2)
  }

  @Test("an inner signal released without a terminal event makes room for the next")
  func released() {
    let outer = Subject<Int, Never>()
    let recorder = Recorder(
      outer.signal.flatMap(.first) { number in
        number == 0 ? Subject<Int, Never>().signal : .just(number)
      })
    outer.send(0)
    outer.send(1)
    recorder.expect(1)
  }

  @Test("disposal ends the source and the running signal")
  func disposal() {
    let (outer, inner) = (scheduler.cold("a-----b"), scheduler.cold("-----x"))
    let recorder = Recorder(outer.signal.flatMap(.first) { _ in inner.signal })
    scheduler.advance(by: Marbles.frame * 3)
    recorder.dispose()
    scheduler.run()
    outer.expectSubscriptions("^--!")
    inner.expectSubscriptions("^--!")
  }
}
