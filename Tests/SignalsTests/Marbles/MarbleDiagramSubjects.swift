import Signals
import SignalsTesting

/// The subject of each row of the operators' table, by the row's first code span.
struct DiagramSubjects {
  static let all: [String: MarbleDiagramPlayer.Make] = {
    var subjects = DiagramSubjects()
    subjects.addSources()
    subjects.addTransforming()
    subjects.addGathering()
    subjects.addFiltering()
    subjects.addCombining()
    subjects.addFlattening()
    subjects.addTimed()
    subjects.addFailing()
    subjects.addSharing()
    subjects.addPassing()
    return subjects.makes
  }()

  private var makes: [String: MarbleDiagramPlayer.Make] = [:]

  /// Adds the subject of a row whose values are texts.
  mutating func add(
    _ name: String, _ make: @escaping @Sendable (DiagramStage) -> Signal<String, Mishap>
  ) {
    precondition(makes[name] == nil, "a row has one subject")
    makes[name] = { make($0).map { .text($0) } }
  }

  /// Adds the subject of a row whose values are signals of texts.
  mutating func addNested(
    _ name: String,
    _ make: @escaping @Sendable (DiagramStage) -> Signal<Signal<String, Mishap>, Mishap>
  ) {
    precondition(makes[name] == nil, "a row has one subject")
    makes[name] = { make($0).map { .signal($0) } }
  }
}

extension DiagramSubjects {
  mutating func addSources() {
    add(".just(a)") { _ in .just("a") }
    add(".empty") { _ in .empty }
    add(".never") { _ in .never }
    add(".failed(error)") { _ in .failed(.first) }
    add(".deferred { s }") { stage in .deferred { stage.first } }
    add(".from([a, b, c])") { _ in .from(["a", "b", "c"]) }
    add(".timer(after: 3f, on: s)") { stage in
      Signal.timer(after: stage.frames(3), on: stage.scheduler).map { "t" }.promoteError()
    }
    add(".interval(2f, on: s)") { stage in
      Signal.interval(stage.frames(2), on: stage.scheduler).map { "\($0)" }.promoteError()
    }
    add("Signal { observer in … }") { _ in
      Signal { observer in
        observer.send("a")
        observer.send("b")
        observer.complete()
        observer.send("c")
        return AnyDisposable()
      }
    }
  }

  mutating func addTransforming() {
    add("map { upper($0) }") { stage in stage.first.map { $0.uppercased() } }
    add("map { text throws(Mishap) in try parse(text) }") { stage in
      stage.first.map { text throws(Mishap) in
        guard text != "x" else { throw .first }
        return text.uppercased()
      }
    }
    add("combinePrevious(s)") { stage in stage.first.combinePrevious("s").map { $0 + $1 } }
    add("combinePrevious()") { stage in stage.first.combinePrevious().map { $0 + $1 } }
    add("compactMap { Int($0) }") { stage in stage.first.compactMap { Int($0) }.map { "\($0)" } }
    add("scan(\"\", +)") { stage in stage.first.scan("", +) }
    add("reduce(\"\", +)") { stage in stage.first.reduce("", +) }
    add("collect()") { stage in stage.first.collect().map { $0.joined() } }
    add("materialize()") { stage in
      stage.first.materialize().map { event in
        switch event {
        case .value(let value): value
        case .failed: "failed"
        case .completed: "completed"
        }
      }.promoteError()
    }
    add("dematerialize()") { stage in
      stage.first.catch { _ in Signal<String, Never>.empty }
        .map { $0 == "C" ? Event<String, Mishap>.completed : .value($0) }.dematerialize()
    }
  }

  mutating func addGathering() {
    add("buffer(count: 2)") { stage in stage.first.buffer(count: 2).map { $0.joined() } }
    add("buffer(3f, on: s)") { stage in
      stage.first.buffer(stage.frames(3), on: stage.scheduler).map { $0.joined() }
    }
    add("buffer(until: trigger)") { stage in
      stage.first.buffer(until: stage.trigger).map { $0.joined() }
    }
    addNested("window(count: 2)") { stage in stage.first.window(count: 2) }
    addNested("window(3f, on: s)") { stage in
      stage.first.window(stage.frames(3), on: stage.scheduler)
    }
    addNested("window(until: trigger)") { stage in stage.first.window(until: stage.trigger) }
  }

  mutating func addFiltering() {
    add("filter { $0 != b }") { stage in stage.first.filter { $0 != "b" } }
    add("skipRepeats()") { stage in stage.first.skipRepeats() }
    add("skip(first: 2)") { stage in stage.first.skip(first: 2) }
    add("skip { $0 != b }") { stage in stage.first.skip { $0 != "b" } }
    add("skip(until: trigger)") { stage in stage.first.skip(until: stage.trigger) }
    add("take(last: 2)") { stage in stage.first.take(last: 2) }
    add("take(first: 2)") { stage in stage.first.take(first: 2) }
    add("take { $0 != c }") { stage in stage.first.take { $0 != "c" } }
    add("take(until: trigger)") { stage in stage.first.take(until: stage.trigger) }
    add("sample(on: trigger)") { stage in stage.first.sample(on: stage.trigger) }
  }

  mutating func addCombining() {
    add("start(with: s)") { stage in stage.first.start(with: "s") }
    add("repeat(count: 2)") { stage in stage.first.repeat(count: 2) }
    add("repeat()") { stage in stage.first.repeat() }
    add("concat(next)") { stage in stage.first.concat(stage.second) }
    add(".concat(a, b)") { stage in .concat(stage.first, stage.second) }
    add("merge(with: other)") { stage in stage.first.merge(with: stage.second) }
    add(".merge(a, b)") { stage in .merge(stage.first, stage.second) }
    add("combineLatest(with: other)") { stage in
      stage.first.combineLatest(with: stage.second).map { $0 + $1 }
    }
    add(".combineLatest(a, b, c)") { stage in
      Signal<(String, String, String), Mishap>
        .combineLatest(stage.first, stage.second, stage.input(2)).map { $0 + $1 + $2 }
    }
    add(".combineLatest([a, b])") { stage in
      Signal<[String], Mishap>.combineLatest([stage.first, stage.second]).map { $0.joined() }
    }
    add("zip(with: other)") { stage in stage.first.zip(with: stage.second).map { $0 + $1 } }
    add(".zip(a, b, c)") { stage in
      Signal<(String, String, String), Mishap>.zip(stage.first, stage.second, stage.input(2))
        .map { $0 + $1 + $2 }
    }
    add(".zip([a, b])") { stage in
      Signal<[String], Mishap>.zip([stage.first, stage.second]).map { $0.joined() }
    }
    add("race(with: other)") { stage in stage.first.race(with: stage.second) }
    add(".race(a, b)") { stage in .race(stage.first, stage.second) }
    add("withLatest(from: other)") { stage in
      stage.first.withLatest(from: stage.trigger).map { $0 + $1 }
    }
  }

  mutating func addFlattening() {
    for (name, strategy) in [
      ("latest", FlattenStrategy.latest), ("first", .first), ("merge", .merge),
      ("concurrent(limit: 2)", .concurrent(limit: 2)), ("concat", .concat),
    ] {
      add("flatMap(.\(name)) { _ in inner }") { stage in
        stage.first.flatMap(strategy) { _ in stage.second }
      }
    }
    add("flatMap(.race) { $0 == a ? x : z }") { stage in
      stage.first.flatMap(.race) { $0 == "a" ? stage.second : stage.input(2) }
    }
    add("switchToLatest()") { stage in stage.first.map { _ in stage.second }.switchToLatest() }
  }

  mutating func addTimed() {
    add("debounce(2f, on: s)") { stage in
      stage.first.debounce(stage.frames(2), on: stage.scheduler)
    }
    add("throttle(3f, on: s)") { stage in
      stage.first.throttle(stage.frames(3), on: stage.scheduler)
    }
    add("throttle(3f, sending: .first, on: s)") { stage in
      stage.first.throttle(stage.frames(3), sending: .first, on: stage.scheduler)
    }
    add("throttle(3f, sending: .latest, on: s)") { stage in
      stage.first.throttle(stage.frames(3), sending: .latest, on: stage.scheduler)
    }
    add("delay(2f, on: s)") { stage in stage.first.delay(stage.frames(2), on: stage.scheduler) }
    add("timeout(3f, failingWith: error, on: s)") { stage in
      stage.first.timeout(stage.frames(3), failingWith: .first, on: stage.scheduler)
    }
  }

  mutating func addFailing() {
    add("mapError { Other($0) }") { stage in
      stage.first.mapError { _ in OtherMishap() }.mapError { _ in Mishap.first }
    }
    add("promoteError()") { stage in
      stage.first.catch { _ in Signal<String, Never>.empty }.promoteError()
    }
    add("catch { _ in fallback }") { stage in stage.first.catch { _ in stage.second } }
    add("retry(count: 1)") { stage in stage.first.retry(count: 1) }
    add("retry(backoff: [2f], on: s)") { stage in
      stage.first.retry(backoff: [stage.frames(2)], on: stage.scheduler)
    }
    add("retry(on: s) { attempt, _ in … }") { stage in
      stage.first.retry(on: stage.scheduler) { attempt, _ in
        attempt < 1 ? stage.frames(1) : nil
      }
    }
  }

  mutating func addSharing() {
    add("share()") { stage in stage.first.share() }
    add("replay(1)") { stage in stage.first.replay(1) }
    add("multicast()") { stage in connectLater(stage.first.multicast(), stage) }
    add("multicast(replaying: 1)") { stage in
      connectLater(stage.first.multicast(replaying: 1), stage)
    }
    add("multicast().autoconnect()") { stage in stage.first.multicast().autoconnect() }
  }

  mutating func addPassing() {
    add("on(value:failed:completed:disposed:)") { stage in stage.first.on(value: { _ in }) }
    add("named(\"rooms\")") { stage in stage.first.named("rooms") }
    add("logged(\"rooms\")") { stage in stage.first.logged("rooms") }
    add("observe(on: s)") { stage in stage.first.observe(on: stage.scheduler) }
    add("observe(on: .main)") { stage in
      Signal { observer in
        stage.first.observe(on: .main).subscribe(
          value: { observer.send($0) }, failed: { observer.fail($0) },
          completed: { observer.complete() })
      }
    }
    add("subscribe(on: s)") { stage in stage.first.subscribe(on: stage.scheduler) }
  }
}

/// The signal, which is connected in frame 2.
private func connectLater(
  _ shared: ConnectableSignal<String, Mishap>, _ stage: DiagramStage
) -> Signal<String, Mishap> {
  stage.scheduler.schedule(after: stage.frames(2)) { _ = shared.connect() }
  return shared.signal
}

/// A failure of another type.
private struct OtherMishap: Error {}
