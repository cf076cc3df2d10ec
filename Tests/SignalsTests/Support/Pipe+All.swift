import Signals

extension Pipe {
  /// Every operator of the library.
  static let all = single + combining + flattening + timed + shared

  /// The operators that end their work with their last subscriber.
  static let ending = all.filter { !$0.traits.contains(.staysConnected) }

  /// Operators with one input and no clock.
  static let single: [Pipe] = [
    Pipe("map", .isIdentity) { source, parts in
      source.map { [mark = parts.mark] value in
        mark.touch()
        return value
      }
    },
    Pipe("map that may throw", .isIdentity) { source, parts in
      source.map { [mark = parts.mark] value throws(Mishap) in
        mark.touch()
        return value
      }
    },
    Pipe("filter", .isIdentity) { source, parts in
      source.filter { [mark = parts.mark] _ in
        mark.touch()
        return true
      }
    },
    Pipe("compactMap", .isIdentity) { source, parts in
      source.compactMap { [mark = parts.mark] value in
        mark.touch()
        return value
      }
    },
    Pipe("mapError", .isIdentity) { source, parts in
      source.mapError { [mark = parts.mark] failure in
        mark.touch()
        return failure
      }
    },
    Pipe("promoteError") { source, _ in
      source.catch { _ in Signal<Item, Never>.empty }.promoteError(to: Mishap.self)
    },
    Pipe("scan", .isIdentity, keeps: 1) { source, parts in source.scan(parts.mark) { $1 } },
    Pipe("skipRepeats", keeps: 1) { source, _ in source.skipRepeats() },
    Pipe("skipRepeats by a closure", .isIdentity, keeps: 1) { source, parts in
      source.skipRepeats { [mark = parts.mark] _, _ in
        mark.touch()
        return false
      }
    },
    Pipe("collect", keeps: nil) { source, _ in source.collect().flatMap(.concat) { .from($0) } },
    Pipe("reduce", keeps: 1) { source, parts in
      source.reduce(parts.mark) { [mark = parts.mark] _, value in
        mark.touch()
        return value
      }
    },
    Pipe("buffer(count:) of one", .isIdentity) { source, _ in
      source.buffer(count: 1).flatMap(.concat) { .from($0) }
    },
    Pipe("buffer(count:) of three", keeps: 2) { source, _ in
      source.buffer(count: 3).flatMap(.concat) { .from($0) }
    },
    Pipe("window(count:)", .isIdentity) { source, _ in
      source.window(count: 2).flatMap(.merge) { $0 }
    },
    Pipe("logged", .isIdentity) { source, _ in source.logged("pipe") },
    Pipe("named", .isIdentity) { source, _ in source.named("pipe") },
    Pipe("take(first:)", .isIdentity) { source, _ in source.take(first: 1_000_000) },
    Pipe("take(while:)", .isIdentity) { source, parts in
      source.take { [mark = parts.mark] _ in
        mark.touch()
        return true
      }
    },
    Pipe("take(last:)", keeps: 2) { source, _ in source.take(last: 2) },
    Pipe("skip(first:)", .isIdentity) { source, _ in source.skip(first: 0) },
    Pipe("skip(while:)", .isIdentity) { source, parts in
      source.skip { [mark = parts.mark] _ in
        mark.touch()
        return false
      }
    },
    Pipe("combinePrevious", keeps: 1) { source, _ in source.combinePrevious().map(\.1) },
    Pipe("combinePrevious with a first value", .isIdentity, keeps: 1) { source, parts in
      source.combinePrevious(parts.mark).map(\.1)
    },
    Pipe("start(with:)", .relays) { source, parts in source.start(with: parts.mark) },
    Pipe("on", .isIdentity) { source, parts in
      let mark = parts.mark
      return source.on(
        value: { _ in mark.touch() }, failed: { _ in mark.touch() }, completed: { mark.touch() },
        disposed: { mark.touch() })
    },
    Pipe("materialize and dematerialize", .isIdentity) { source, _ in
      source.materialize().dematerialize()
    },
    Pipe("catch", .relays) { source, parts in
      source.catch { [mark = parts.mark] _ in Signal<Item, Mishap>.just(mark) }
    },
    Pipe("catch that fails", .isIdentity) { source, _ in
      source.catch { Signal<Item, Mishap>.failed($0) }
    },
    Pipe("repeat(count:)", .relays) { source, _ in source.repeat(count: 3) },
    Pipe("repeat", [.relays, .isEndless]) { source, _ in source.concat(.never).repeat() },
    Pipe("retry(count:)", .relays) { source, _ in source.retry(count: 3) },
    Pipe("deferred", .isIdentity) { source, parts in
      .deferred { [mark = parts.mark] in
        mark.touch()
        return source
      }
    },
    Pipe("work that forwards", .isIdentity) { source, parts in
      Signal { [mark = parts.mark] observer in
        let inner = source.subscribe(observer)
        return AnyDisposable {
          mark.touch()
          inner.dispose()
        }
      }
    },
    Pipe("work that sends", .isIdentity) { source, parts in
      Signal { [mark = parts.mark] observer in
        source.subscribe {
          mark.touch()
          observer.send($0)
        } failed: {
          observer.fail($0)
        } completed: {
          observer.complete()
        }
      }
    },
  ]

  /// Operators with more than one input.
  static let combining: [Pipe] = [
    Pipe("merge", .relays) { source, parts in source.merge(with: parts.other) },
    Pipe("merge with a signal without failure", .relays) { source, parts in
      source.merge(with: parts.sampled)
    },
    Pipe("merge of an array", .relays) { source, parts in
      .merge([source, .empty, parts.other])
    },
    Pipe("concat", .relays) { source, parts in source.concat(.just(parts.mark)) },
    Pipe("concat behind another", .relays) { source, parts in
      .concat([.just(parts.mark), source, .empty])
    },
    Pipe("combineLatest of two", .relays, keeps: 1) { source, parts in
      source.combineLatest(with: parts.other).filter { $0.0.number >= 0 }.map(\.0)
    },
    Pipe("combineLatest of three", .relays, keeps: 1) { source, parts in
      Signal<(Item, Item, Item), Mishap>
        .combineLatest(parts.other, source, .just(parts.mark)).map(\.1)
    },
    Pipe("combineLatest of four", .relays, keeps: 1) { source, parts in
      Signal<(Item, Item, Item, Item), Mishap>
        .combineLatest(parts.other, .just(parts.mark), source, .just(parts.mark)).map(\.2)
    },
    Pipe("combineLatest of an array", .relays, keeps: 1) { source, parts in
      Signal<[Item], Mishap>.combineLatest([parts.other, source]).map { $0[1] }
    },
    Pipe("zip with itself", .isIdentity) { source, _ in source.zip(with: source).map(\.1) },
    Pipe("zip of two", keeps: nil) { source, parts in source.zip(with: parts.other).map(\.0) },
    Pipe("zip of three", .isIdentity) { source, _ in
      Signal<(Item, Item, Item), Mishap>.zip(source, source, source).map(\.2)
    },
    Pipe("zip of four", .isIdentity) { source, _ in
      Signal<(Item, Item, Item, Item), Mishap>.zip(source, source, source, source).map(\.0)
    },
    Pipe("zip of an array", .isIdentity) { source, _ in
      Signal<[Item], Mishap>.zip([source, source]).map { $0[0] }
    },
    Pipe("race that it wins", .isIdentity) { source, _ in .race([.never, source, .never]) },
    Pipe("race of two", .relays) { source, parts in
      source.race(with: parts.trigger.promoteError())
    },
    Pipe("sample of itself", .relays) { source, _ in
      source.sample(on: source.catch { _ in Signal<Item, Never>.never })
    },
    Pipe("sample") { source, parts in source.sample(on: parts.sampled) },
    Pipe("buffer(until:)") { source, parts in
      source.buffer(until: parts.sampled).flatMap(.concat) { .from($0) }
    },
    Pipe("window(until:)", .isIdentity) { source, parts in
      source.window(until: parts.sampled).flatMap(.merge) { $0 }
    },
    Pipe("withLatest", .relays) { source, parts in
      source.withLatest(from: parts.sampled).map(\.0)
    },
    Pipe("take(until:)", .relays) { source, parts in source.take(until: parts.trigger) },
    Pipe("skip(until:)", .relays) { source, parts in source.skip(until: parts.sampled) },
  ]

  /// Operators that create signals from values.
  static let flattening: [Pipe] = [
    Pipe("flatMap(.latest)", .isIdentity) { source, parts in
      source.flatMap(.latest) { [mark = parts.mark] value in
        mark.touch()
        return .just(value)
      }
    },
    Pipe("flatMap(.latest) of endless signals", [.relays, .isEndless]) { source, _ in
      source.flatMap(.latest) { .just($0).concat(.never) }
    },
    Pipe("flatMap(.merge)", .isIdentity) { source, parts in
      source.flatMap(.merge) { [mark = parts.mark] value in
        mark.touch()
        return .just(value)
      }
    },
    Pipe("flatMap(.merge) of endless signals", [.relays, .isEndless]) { source, _ in
      source.flatMap(.merge) { .just($0).concat(.never) }
    },
    Pipe("flatMap(.concurrent)", .isIdentity) { source, parts in
      source.flatMap(.concurrent(limit: 2)) { [mark = parts.mark] value in
        mark.touch()
        return .just(value)
      }
    },
    Pipe("flatMap(.concurrent) of endless signals", .isEndless, keeps: nil) { source, _ in
      source.flatMap(.concurrent(limit: 2)) { .just($0).concat(.never) }
    },
    Pipe("flatMap(.first)", .isIdentity) { source, parts in
      source.flatMap(.first) { [mark = parts.mark] value in
        mark.touch()
        return .just(value)
      }
    },
    Pipe("flatMap(.first) of endless signals", .isEndless) { source, _ in
      source.flatMap(.first) { .just($0).concat(.never) }
    },
    Pipe("flatMap(.concat)", .isIdentity) { source, parts in
      source.flatMap(.concat) { [mark = parts.mark] value in
        mark.touch()
        return .just(value)
      }
    },
    Pipe("flatMap(.concat) of endless signals", .isEndless, keeps: nil) { source, _ in
      source.flatMap(.concat) { .just($0).concat(.never) }
    },
    Pipe("flatMap(.race)") { source, parts in
      source.flatMap(.race) { [mark = parts.mark] value in
        mark.touch()
        return .just(value)
      }
    },
    Pipe("flatMap(.race) of endless signals", .isEndless) { source, _ in
      source.flatMap(.race) { .just($0).concat(.never) }
    },
    Pipe("flatMap of signals without failure", .isIdentity) { source, _ in
      source.flatMap(.merge) { Signal<Item, Never>.just($0) }
    },
    Pipe("switchToLatest", .isIdentity) { source, _ in
      source.map { Signal<Item, Mishap>.just($0) }.switchToLatest()
    },
  ]

  /// Operators with a clock.
  static let timed: [Pipe] = [
    Pipe("debounce", .setsTimers) { source, parts in
      source.debounce(.milliseconds(3), on: parts.scheduler)
    },
    Pipe("throttle", .setsTimers) { source, parts in
      source.throttle(.milliseconds(3), on: parts.scheduler)
    },
    Pipe("throttle to the first value", .setsTimers) { source, parts in
      source.throttle(.milliseconds(3), sending: .first, on: parts.scheduler)
    },
    Pipe("throttle to the latest value", .setsTimers) { source, parts in
      source.throttle(.milliseconds(3), sending: .latest, on: parts.scheduler)
    },
    Pipe("delay", .setsTimers) { source, parts in
      source.delay(.milliseconds(3), on: parts.scheduler)
    },
    Pipe("buffer of an interval") { source, parts in
      source.buffer(.milliseconds(50), on: parts.scheduler).flatMap(.concat) { .from($0) }
    },
    Pipe("window of an interval", .isIdentity) { source, parts in
      source.window(.milliseconds(50), on: parts.scheduler).flatMap(.merge) { $0 }
    },
    Pipe("timeout", [.isIdentity, .setsTimers]) { source, parts in
      source.timeout(.seconds(3600), failingWith: .second, on: parts.scheduler)
    },
    Pipe("retry after pauses", .relays) { source, parts in
      source.retry(backoff: [.milliseconds(1), .milliseconds(2)], on: parts.scheduler)
    },
    Pipe("retry with a backoff", .relays) { source, parts in
      source.retry(on: parts.scheduler) { [mark = parts.mark] attempt, _ in
        mark.touch()
        return attempt < 2 ? .milliseconds(1) : nil
      }
    },
    Pipe("observe(on:)", .hops) { source, parts in source.observe(on: parts.scheduler) },
    Pipe("observe(on: .immediate)", .isIdentity) { source, _ in source.observe(on: .immediate) },
    Pipe("subscribe(on:)", .relays) { source, parts in source.subscribe(on: parts.scheduler) },
  ]

  /// Operators whose result is shared between subscribers.
  static let shared: [Pipe] = [
    Pipe("share", .isIdentity) { source, _ in source.share() },
    Pipe("replay", [.isIdentity, .remembers, .forgetsFailure], keeps: 2) { source, _ in
      source.replay(2)
    },
    Pipe("multicast", [.isIdentity, .remembers, .staysConnected]) { source, _ in
      source.multicast().autoconnect()
    },
    Pipe("multicast(replaying:)", [.isIdentity, .remembers, .staysConnected], keeps: 2) {
      source, _ in
      source.multicast(replaying: 2).autoconnect()
    },
  ]
}
