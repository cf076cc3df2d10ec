import Signals
import SignalsTesting
import Testing

/// Disposal from inside every callback, and what may still start afterwards.
@Suite("Disposal from inside")
struct DisposalInsideTests {
  private let subject = Subject<Int, Mishap>()
  private let slot = SerialDisposable()
  private let log = Box<String>()

  /// Subscribes with the subscription in the slot, and logs the events.
  private func listen(_ signal: Signal<Int, Mishap>) {
    slot.inner = signal.subscribe { [log] in
      log.append("\($0)")
    } failed: { [log] in
      log.append("\($0)")
    } completed: { [log] in
      log.append("|")
    }
  }

  @Test("disposing inside a value leaves that value the last event")
  func value() {
    listen(subject.signal.on(disposed: { [log] in log.append("x") }))
    slot.inner = subject.signal.follow { [slot, log, subject] value in
      slot.dispose()
      subject.send(value + 1)
      subject.complete()
      log.append("\(value)")
    } completed: { [log] in
      log.append("|")
    }
    subject.send(1)

    #expect(log.values == ["x", "1"])
  }

  @Test("disposing inside a terminal event has no further effect", arguments: [true, false])
  func terminal(_ fails: Bool) {
    let end: @Sendable () -> Void = { [slot, log] in
      slot.dispose()
      slot.dispose()
      log.append("end")
    }
    slot.inner = subject.signal.map { $0 }.on(disposed: { [log] in log.append("x") })
      .subscribe(value: { _ in }, failed: { _ in end() }, completed: end)
    if fails { subject.fail(.first) } else { subject.complete() }

    #expect(log.values.sorted() == ["end", "x"])
  }

  @Test("disposing inside a teardown, and inside on(disposed:), runs each of them once")
  func teardown() {
    let signal = Signal<Int, Mishap> { [slot, log] _ in
      AnyDisposable {
        slot.dispose()
        slot.inner?.dispose()
        log.append("teardown")
      }
    }
    slot.inner = signal.on(disposed: { [slot, log] in
      slot.dispose()
      log.append("x")
    }).follow()
    slot.inner?.dispose()

    #expect(log.values.sorted() == ["teardown", "x"])
  }

  @Test("disposing inside work while it starts tears it down and lets nothing through")
  func insideWork() {
    let subscription = CompositeDisposable()
    let signal = Signal<Int, Mishap> { [log] observer in
      subscription.dispose()
      observer.send(1)
      observer.complete()
      return AnyDisposable { log.append("teardown") }
    }
    let outer = Signal<Int, Mishap> { observer in
      let inner = signal.subscribe(observer)
      subscription.add(inner)
      return inner
    }
    let trigger = Subject<Int, Mishap>()
    let chained = trigger.signal.flatMap(.merge) { _ in outer }
    subscription.add(
      chained.follow { [log] in
        log.append("\($0)")
      } completed: { [log] in
        log.append("|")
      })
    trigger.send(0)

    #expect(log.values == ["teardown"])
  }

  /// An operator with a user closure that calls `hook` before it passes the value on.
  struct Hooked: CustomTestStringConvertible, Sendable {
    typealias Hook = @Sendable () -> Void
    let name: String
    let build: @Sendable (Signal<Int, Mishap>, @escaping Hook) -> Signal<Int, Mishap>
    var testDescription: String { name }

    init(
      _ name: String,
      _ build: @escaping @Sendable (Signal<Int, Mishap>, @escaping Hook) -> Signal<Int, Mishap>
    ) {
      self.name = name
      self.build = build
    }
  }

  private static func returning<Value, Result>(
    _ hook: @escaping Hooked.Hook, _ result: @escaping @Sendable (Value) -> Result
  ) -> @Sendable (Value) -> Result {
    { value in
      hook()
      return result(value)
    }
  }

  static let onValue: [Hooked] = [
    Hooked("map") { $0.map(returning($1) { $0 }) },
    Hooked("filter") { $0.filter(returning($1) { _ in true }) },
    Hooked("compactMap") { $0.compactMap(returning($1) { $0 }) },
    Hooked("scan") { source, hook in
      source.scan(0) {
        hook()
        return $1
      }
    },
    Hooked("skipRepeats") { source, hook in
      source.start(with: 0).skipRepeats { _, _ in
        hook()
        return false
      }.filter { $0 != 0 }
    },
    Hooked("take(while:)") { $0.take(while: returning($1) { _ in true }) },
    Hooked("on(value:)") { source, hook in source.on(value: { _ in hook() }) },
    Hooked("flatMap(.latest)") { $0.flatMap(.latest, returning($1) { .just($0) }) },
    Hooked("flatMap(.merge)") { $0.flatMap(.merge, returning($1) { .just($0) }) },
    Hooked("flatMap(.concat)") { $0.flatMap(.concat, returning($1) { .just($0) }) },
    Hooked("flatMap(.race)") { $0.flatMap(.race, returning($1) { .just($0) }) },
    Hooked("reduce") { source, hook in
      source.reduce(0) {
        hook()
        return $1
      }
    },
    Hooked("deferred") { source, hook in
      source.flatMap(.merge) { value in
        .deferred {
          hook()
          return .just(value)
        }
      }
    },
    Hooked("work") { source, hook in
      source.flatMap(.merge) { value in
        Signal { observer in
          hook()
          observer.send(value)
          return AnyDisposable()
        }
      }
    },
    Hooked("subscribe") { source, hook in
      Signal { observer in
        source.follow(value: {
          hook()
          observer.send($0)
        })
      }
    },
  ]

  @Test(
    "once an operator's closure has disposed of the subscription, no other closure runs",
    arguments: onValue, onValue)
  func closureAfterDisposal(_ first: Hooked, _ second: Hooked) {
    let before = Box<Int>()
    let after = Box<Int>()
    let disposing = first.build(subject.signal) { [slot] in
      before.append(1)
      slot.dispose()
    }
    listen(second.build(disposing) { after.append(1) })
    subject.send(7)
    subject.send(8)
    subject.complete()

    #expect(before.values == [1])
    #expect(after.values.isEmpty)
    #expect(log.values.isEmpty)
  }

  @Test(
    "once disposal happens during a value, no operator passes it to later closures",
    arguments: onValue, Pipe.all)
  func operatorAfterDisposal(_ first: Hooked, _ pipe: Pipe) {
    let rig = PipeRig()
    let source = Subject<Int, Mishap>()
    let after = Box<Int>()
    let slot = SerialDisposable()
    let disposing = first.build(source.signal) { slot.dispose() }
    let extras = rig.extras
    slot.inner = pipe.build(disposing.map { extras.item($0) }, rig.parts)
      .filter { $0.number > 0 }
      .map { after.append($0.number) }.follow { after.append(1000) }
    rig.prime()
    source.send(7)
    source.complete()
    rig.pass()

    #expect(after.values.isEmpty)
    #expect(slot.isDisposed)
  }

  static let onFailure: [Hooked] = [
    Hooked("mapError") { $0.mapError(returning($1) { $0 }) },
    Hooked("on(failed:)") { source, hook in source.on(failed: { _ in hook() }) },
    Hooked("catch") { $0.catch(returning($1) { .failed($0) }) },
    Hooked("retry") { source, hook in
      source.retry(on: .immediate) { _, _ in
        hook()
        return nil
      }
    },
    Hooked("subscribe") { source, hook in
      Signal { observer in
        source.subscribe(
          value: { _ in },
          failed: {
            hook()
            observer.fail($0)
          })
      }
    },
  ]

  @Test(
    "once disposal happens during a failure, no other closure receives it",
    arguments: onFailure, onFailure)
  func failureAfterDisposal(_ first: Hooked, _ second: Hooked) {
    let after = Box<Int>()
    listen(
      second.build(first.build(subject.signal) { [slot] in slot.dispose() }) { after.append(1) })
    subject.fail(.first)

    #expect(slot.isDisposed)
    #expect(after.values.isEmpty)
    #expect(log.values.isEmpty)
  }

  static let onCompletion: [Hooked] = [
    Hooked("on(completed:)") { source, hook in source.on(completed: hook) },
    Hooked("concat") { source, hook in
      source.concat(
        .deferred {
          hook()
          return .empty
        })
    },
    Hooked("subscribe") { source, hook in
      Signal { observer in
        source.follow(completed: {
          hook()
          observer.complete()
        })
      }
    },
  ]

  @Test(
    "once disposal happens during completion, no other closure receives it",
    arguments: onCompletion, onCompletion)
  func completionAfterDisposal(_ first: Hooked, _ second: Hooked) {
    let after = Box<Int>()
    listen(
      second.build(first.build(subject.signal) { [slot] in slot.dispose() }) { after.append(1) })
    subject.complete()

    #expect(slot.isDisposed)
    #expect(after.values.isEmpty)
    #expect(log.values.isEmpty)
  }

  @Test(
    "a synchronous source stops at the value in which it is disposed of", arguments: Pipe.ending)
  func synchronousSource(_ pipe: Pipe) {
    let rig = PipeRig()
    let extras = rig.extras
    let slot = CompositeDisposable()
    let heard = Box<Int>()
    let passed = Box<Int>()
    let go = Subject<Int, Mishap>()
    let source = go.signal.flatMap(.merge) { _ in
      Signal<Int, Mishap>.from(0...).map { number in
        passed.append(number)
        if passed.values.count > 10 { slot.dispose() }
        return extras.item(number)
      }
    }
    slot.add(
      pipe.build(source, rig.parts).follow { item in
        heard.append(item.number)
        if item.number >= 3 { slot.dispose() }
      })
    rig.prime()
    go.send(1)
    rig.pass()

    #expect(slot.isDisposed)
    #expect(passed.values.count <= 11)
    #expect(heard.values.count { $0 >= 3 } <= 1)
  }

  @Test(
    "values that wait inside an operator are dropped when its observer disposes of the subscription"
  )
  func waitingIsDropped() {
    let other = Subject<Int, Mishap>()
    let source = subject.signal
    let signals: [Signal<Int, Mishap>] = [
      source.merge(with: other.signal),
      .merge([other.signal, source]),
      source.start(with: 0).combineLatest(with: other.signal.start(with: 0)).map { $0.0 + $0.1 },
      Signal<[Int], Mishap>.combineLatest([source.start(with: 0), other.signal.start(with: 0)])
        .map { $0[0] + $0[1] },
      source.take(until: other.signal.catch { _ in .never }),
      source.withLatest(from: other.signal.start(with: 0).catch { _ in .never }).map(\.0),
      Signal<Signal<Int, Mishap>, Mishap>.from([source, other.signal]).flatMap(.merge) { $0 },
      source.window(count: 1).merge(with: other.signal.map { .just($0) }).flatMap(.merge) { $0 },
      .race([source, other.signal]),
      source.observe(on: .immediate),
    ]
    for (number, signal) in signals.enumerated() {
      let heard = Box<Int>()
      let slot = SerialDisposable()
      slot.inner = signal.follow { [subject] value in
        heard.append(value)
        guard value == 7 else { return }
        other.send(8)
        subject.send(9)
        slot.dispose()
      } completed: {
        heard.append(-1)
      }
      subject.send(7)
      #expect(heard.values.last == 7, "case \(number)")
    }
  }

  @Test("a subscription disposed of by the value of collect receives no completion")
  func lastOfSeveral() {
    listen(
      subject.signal.collect().map { $0.count }.on(value: { [slot] _ in slot.dispose() }))
    subject.send(1)
    subject.complete()
    #expect(log.values.isEmpty)
  }
}
