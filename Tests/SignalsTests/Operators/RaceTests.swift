import Signals
import SignalsTesting
import Testing

@Suite("Race")
struct RaceTests {
  private let scheduler = TestScheduler()

  @Test(
    "the signal that sends anything first wins",
    arguments: [
      (["--a--b-|", "-x-y-|"], "-x-y-|"),
      (["-a-b-|", "-x-y-|"], "-a-b-|"),
      (["---a|", "-x-#"], "-x-#"),
      (["---a|", "-|"], "-|"),
      (["---a|", "-#"], "-#"),
      (["--a-|", "-------x", "--|"], "--a-|"),
      (["---", "--x-|"], "--x-|"),
      (["-a|"], "-a|"),
      ([], "|"),
    ])
  func lines(_ lines: [String], _ expected: String) {
    let signals = lines.map { scheduler.signal($0, failure: Mishap.first) }
    #expect(scheduler.draw(Signal.race(signals)).description == expected)
  }

  @Test("the losers are disposed of with the first event, and the winner continues")
  func losers() {
    let (slow, fast) = (scheduler.cold("---a-|"), scheduler.cold("--x--y|"))
    scheduler.expectMarbles(Signal.race(slow.signal, fast.signal), "--x--y|")
    slow.expectSubscriptions("^-!")
    fast.expectSubscriptions("^-----!")
  }

  @Test("a signal that sends at once prevents the subscription to later ones")
  func atOnce() {
    let late = scheduler.cold("-a|")
    let recorder = Recorder(Signal.just("j").race(with: late.signal))
    recorder.expect("j")
    recorder.expectCompletion()
    late.expectSubscriptions()
  }

  @Test("disposal ends all that are still running")
  func disposal() {
    let sources = [scheduler.cold("-----a"), scheduler.cold("------b")]
    let recorder = Recorder(Signal.race(sources.map(\.signal)))
    scheduler.advance(by: Marbles.frame * 2)
    recorder.dispose()
    scheduler.run()
    for source in sources { source.expectSubscriptions("^-!") }
  }

  @Test("events that a loser sends from inside the first event are dropped")
  func reentrancy() {
    let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
    let heard = Box<Int>()
    let subscription = first.signal.race(with: second.signal).subscribe { value in
      heard.append(value)
      guard value == 1 else { return }
      second.send(7)
      first.send(2)
    }
    first.send(1)
    second.send(8)
    #expect(heard.values == [1, 2])
    subscription.dispose()
  }

  @Test("of signals that send at the same time on many threads, only one wins, in full")
  func threads() async {
    for _ in 0..<50 {
      let subjects = (0..<4).map { _ in Subject<Int, Never>() }
      let heard = Box<Int>()
      let subscription = Signal.race(subjects.map(\.signal)).subscribe { heard.append($0) }
      await withTaskGroup { group in
        for (number, subject) in subjects.enumerated() {
          group.addTask { for step in 0..<20 { subject.send(number * 100 + step) } }
        }
      }
      let winner = (heard.values.first ?? 0) / 100
      #expect(heard.values == (0..<20).map { winner * 100 + $0 })
      subscription.dispose()
    }
  }

  @Test("the losers' closures are released with the decision, the winner's at the end")
  func release() {
    let leaks = LeakDetector()
    let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
    @Sendable func held(_ source: Subject<Int, Never>, _ name: String) -> Signal<Int, Never> {
      let probe = leaks.watch(Probe(), as: name)
      return source.signal.on(disposed: { withExtendedLifetime(probe) {} })
    }
    let recorder = Recorder(
      Signal<Int, Never>.deferred { .race(held(first, "first"), held(second, "second")) })
    second.send(1)
    #expect(leaks.alive == ["second"])
    second.complete()
    leaks.expectAllReleased()
    recorder.expect(1)
    recorder.expectCompletion()
  }
}

@Suite("Flattening with a race")
struct FlatMapRaceTests {
  private let scheduler = TestScheduler()

  /// Draws the race of inner signals that begin when the source sends their name.
  private func draw(_ outer: String, _ inners: [Character: String]) -> String {
    let signals = inners.mapValues { scheduler.signal($0, failure: Mishap.first) }
    let source = scheduler.signal(outer, failure: Mishap.first)
    return scheduler.draw(source.flatMap(.race) { signals[$0] ?? .never }).description
  }

  @Test("the first inner signal to send anything wins, and later ones are not started")
  func lines() {
    #expect(draw("-a--b----|", ["a": "--x-y|", "b": "z-z|"]) == "---x-y---|")
    #expect(draw("-a-b-----|", ["a": "----x|", "b": "-y--z|"]) == "----y--z-|")
    #expect(draw("-ab---|", ["a": "---x|", "b": "|"]) == "------|")
    #expect(draw("-ab---|", ["a": "---x|", "b": "#"]) == "--#")
    #expect(draw("-a-|", ["a": "-----x-|"]) == "------x-|")
    #expect(draw("-a---#", ["a": "-x-----|"]) == "--x--#")
    #expect(draw("--|", [:]) == "--|")
  }

  @Test("the losers end with the first event, and no inner signal is made after it")
  func losers() {
    let made = Box<Character>()
    let sources: [Character: MarbleSource<Character, Never>] = [
      "a": scheduler.cold("----x|"), "b": scheduler.cold("-y-z-|"), "c": scheduler.cold("w|"),
    ]
    let outer = scheduler.signal("-a-b--c--|")
    scheduler.expectMarbles(
      outer.flatMap(.race) { name in
        made.append(name)
        return sources[name]?.signal ?? .never
      }, "----y-z--|")
    #expect(made.values == ["a", "b"])
    sources["a"]?.expectSubscriptions("-^--!")
    sources["b"]?.expectSubscriptions("---^----!")
    sources["c"]?.expectSubscriptions()
  }

  @Test("disposal ends the source and the inner signals")
  func disposal() {
    let (outer, inner) = (scheduler.cold("a-----b"), scheduler.cold("-----x"))
    let recorder = Recorder(outer.signal.flatMap(.race) { _ in inner.signal })
    scheduler.advance(by: Marbles.frame * 3)
    recorder.dispose()
    scheduler.run()
    outer.expectSubscriptions("^--!")
    inner.expectSubscriptions("^--!")
  }

  @Test("nothing is retained after the end, not even by signals that lost")
  func release() {
    let census = Census()
    let outer = Subject<Item, Mishap>()
    let inner = Subject<Item, Mishap>()
    let recorder = Recorder(
      outer.signal.flatMap(.race) { item in inner.signal.on(value: { _ in item.touch() }) }
        .map(\.number))
    for number in 0..<5 { outer.send(census.item(number)) }
    #expect(census.count == 5)
    inner.send(census.item(9))
    recorder.expect(9)
    #expect(census.count == 1)
    inner.complete()
    outer.complete()
    recorder.expectCompletion()
    #expect(census.count == 0)
  }
}
