import Foundation
import Signals
import SignalsTesting
import Testing

/// Operations that must not grow the stack, on a small one.
///
/// Each runs in its own process, so an overflow is one failed test. Fifty thousand steps suffice: the
/// smallest stack frame is 16 bytes, so one frame a step would need more than the stack's 512 KiB.
@Suite("Stack")
struct StackTests {
  /// Fewer with the thread sanitizer, which slows everything down.
  private static let depth =
    ProcessInfo.processInfo.environment["CHATTUI_SANITIZER"] == nil ? 50_000 : 10_000

  /// An operation that is done many times; returns whether the result is correct.
  struct Deed: CustomTestStringConvertible, Sendable {
    let name: String
    let run: @Sendable (Int) -> Bool
    var testDescription: String { name }

    init(_ name: String, _ run: @escaping @Sendable (Int) -> Bool) {
      self.name = name
      self.run = run
    }
  }

  static let sends: [Deed] = [
    chained("a subject") { $0 },
    chained("share") { $0.share() },
    chained("replay") { $0.replay(1) },
    chained("merge") { $0.merge(with: .never) },
    chained("combineLatest") { $0.combineLatest(with: .just(0)).map(\.0) },
    chained("flatMap(.latest)") { $0.flatMap(.latest) { .just($0) } },
    chained("flatMap(.merge)") { $0.flatMap(.merge) { .just($0) } },
    chained("flatMap(.concat)") { $0.flatMap(.concat) { .just($0) } },
    chained("zip") { $0.zip(with: $0).map(\.0) },
    chained("multicast") { $0.multicast().autoconnect() },
    chained("observe(on: .immediate)") { $0.observe(on: .immediate) },
    Deed("the observer of work") { count in
      let ends = Box<Observer<Int, Never>>()
      let last = Box<Int>()
      let subscription = Signal<Int, Never> { observer in
        ends.append(observer)
        return AnyDisposable()
      }.subscribe { value in
        if value < count { ends.values[0].send(value + 1) } else { last.append(value) }
      }
      ends.values[0].send(0)
      subscription.dispose()
      return last.values == [count]
    },
    Deed("two subjects that feed each other") { count in
      let ping = Subject<Int, Never>()
      let pong = Subject<Int, Never>()
      let last = Box<Int>()
      let subscriptions = CompositeDisposable([
        ping.signal.subscribe { pong.send($0 + 1) },
        pong.signal.subscribe { if $0 < count { ping.send($0) } else { last.append($0) } },
      ])
      ping.send(0)
      subscriptions.dispose()
      return last.values == [count]
    },
    Deed("a loop through merge and flatMap") { count in
      let back = Subject<Int, Never>()
      let last = Box<Int>()
      let subscription = Signal<Int, Never>.just(0).merge(with: back.signal)
        .flatMap(.merge) { Signal<Int, Never>.just($0 + 1) }
        .subscribe { if $0 < count { back.send($0) } else { last.append($0) } }
      // The first value was sent before the loop was closed.
      back.send(0)
      subscription.dispose()
      return last.values == [count]
    },
  ]

  private static func chained(
    _ name: String, _ build: @escaping @Sendable (Signal<Int, Never>) -> Signal<Int, Never>
  ) -> Deed {
    Deed(name) { count in
      let subject = Subject<Int, Never>()
      let last = Box<Int>()
      let subscription = build(subject.signal).subscribe { value in
        if value < count { subject.send(value + 1) } else { last.append(value) }
      }
      subject.send(0)
      subscription.dispose()
      return last.values == [count]
    }
  }

  @Test(
    "fifty thousand chained sends do not grow the stack", arguments: sends)
  func chainedSends(_ deed: Deed) async {
    await #expect(processExitsWith: .success) { [name = deed.name as String] in
      StackTests.perform(name, of: StackTests.sends, StackTests.depth)
    }
  }

  static let rows: [Deed] = [
    Deed("retry of synchronous failures") { count in
      let starts = Box<Int>()
      let ends = Box<Mishap>()
      let subscription = Signal<Int, Mishap>.deferred {
        starts.modify { $0 = [($0.first ?? 0) + 1] }
        return .failed(.first)
      }.retry(count: count).subscribe(value: { _ in }, failed: { ends.append($0) })
      return starts.values == [count + 1] && ends.values == [.first] && subscription.isDisposed
    },
    Deed("retry with a backoff of nothing") { count in
      let ends = Box<Mishap>()
      let subscription = Signal<Int, Mishap> { observer in
        observer.fail(.first)
        return AnyDisposable()
      }.retry(on: .immediate) { attempt, _ in attempt < count ? .zero : nil }
        .subscribe(value: { _ in }, failed: { ends.append($0) })
      return ends.values == [.first] && subscription.isDisposed
    },
    Deed("concat of an array") { count in
      total(.concat((0..<count).map { _ in .just(1) })) == count
    },
    Deed("flatMap(.concat)") { count in
      total(Signal<Int, Never>.from(0..<count).flatMap(.concat) { _ in .just(1) }) == count
    },
    Deed("flatMap(.concat) of signals that wait") { count in
      let gate = Subject<Int, Never>()
      let sum = Box<Int>([0])
      let subscription = Signal<Int, Never>.from(0..<count)
        .flatMap(.concat) { $0 == 0 ? gate.signal : .just(1) }
        .subscribe { value in sum.modify { $0[0] += value } }
      gate.complete()
      return sum.values == [count - 1] && subscription.isDisposed
    },
    Deed("flatMap(.merge)") { count in
      total(Signal<Int, Never>.from(0..<count).flatMap(.merge) { _ in .just(1) }) == count
    },
    Deed("flatMap(.latest)") { count in
      total(Signal<Int, Never>.from(0..<count).flatMap(.latest) { _ in .just(1) }) == count
    },
    Deed("flatMap(.concurrent)") { count in
      total(
        Signal<Int, Never>.from(0..<count).flatMap(.concurrent(limit: 2)) { _ in .just(1) })
        == count
    },
    Deed("flatMap(.concurrent) of signals that wait") { count in
      let gate = Subject<Int, Never>()
      let sum = Box<Int>([0])
      let subscription = Signal<Int, Never>.from(0..<count)
        .flatMap(.concurrent(limit: 2)) { $0 < 2 ? gate.signal : .just(1) }
        .subscribe { value in sum.modify { $0[0] += value } }
      gate.complete()
      return sum.values == [count - 2] && subscription.isDisposed
    },
    Deed("flatMap(.first)") { count in
      total(Signal<Int, Never>.from(0..<count).flatMap(.first) { _ in .just(1) }) == count
    },
    Deed("repeat") { count in total(Signal<Int, Never>.just(1).repeat(count: count)) == count },
    Deed("repeat of work") { count in
      let work = Signal<Int, Never> { observer in
        observer.send(1)
        observer.complete()
        return AnyDisposable()
      }
      return total(work.repeat().take(first: count)) == count
    },
    Deed("merge of an array") { count in
      total(.merge((0..<count).map { _ in .just(1) })) == count
    },
  ]

  private static func total(_ signal: Signal<Int, Never>) -> Int {
    let sum = Box<Int>([0])
    let subscription = signal.subscribe { value in sum.modify { $0[0] += value } }
    return subscription.isDisposed ? sum.values[0] : -1
  }

  @Test(
    "fifty thousand synchronous signals in a row do not grow the stack",
    arguments: rows)
  func synchronousSignals(_ deed: Deed) async {
    await #expect(processExitsWith: .success) { [name = deed.name as String] in
      StackTests.perform(name, of: StackTests.rows, StackTests.depth)
    }
  }

  static let recursions = Recursion.all.map { recursion in
    Deed(recursion.name) { recursion.sum(count: $0) == $0 }
  }

  @Test(
    "a recursion of fifty thousand steps does not grow the stack",
    arguments: recursions)
  func recursion(_ deed: Deed) async {
    await #expect(processExitsWith: .success) { [name = deed.name as String] in
      StackTests.perform(name, of: StackTests.recursions, StackTests.depth)
    }
  }

  static let chains: [Deed] = [
    built("map") { $0.map { $0 } },
    built("concat with a next signal") { $0.concat(.just(1)) },
    built("concat behind a signal") { Signal<Int, Never>.just(1).concat($0) },
    built("share") { $0.share() },
    built("merge") { $0.merge(with: .just(1)) },
    built("combineLatest") { $0.combineLatest(with: .just(1)).map(\.0) },
    built("zip") { $0.zip(with: .just(1)).map(\.0) },
    built("flatMap") { source in Signal<Int, Never>.just(1).flatMap(.merge) { _ in source } },
    built("catch") { source in Signal<Int, Mishap>.failed(.first).catch { _ in source } },
    built("deferred") { source in .deferred { source } },
    built("work") { source in Signal { source.subscribe($0) } },
    built("multicast") { $0.multicast().autoconnect() },
    built("a mixed chain") { $0.map { $0 }.filter { _ in true }.start(with: 1).share() },
    Deed("subjects that forward, each into the next") { count in
      var probe: Probe? = Probe()
      weak let trace = probe
      var first: Subject<Int, Never>? = Subject()
      var last = first
      for _ in 0..<count {
        let next = Subject<Int, Never>()
        _ = last?.signal.subscribe(next.observer)
        last = next
      }
      _ = last?.signal.subscribe { [probe] _ in _ = probe }
      probe = nil
      last = nil
      guard trace != nil else { return false }
      first = nil
      return trace == nil
    },
    Deed("shared signals that are subscribed to, each feeding the next") { count in
      var probe: Probe? = Probe()
      weak let trace = probe
      var first: Subject<Int, Never>? = Subject()
      var last = first
      for _ in 0..<count {
        let next = Subject<Int, Never>()
        _ = last?.signal.share().subscribe(value: { next.send($0) })
        last = next
      }
      _ = last?.signal.subscribe { [probe] _ in _ = probe }
      probe = nil
      last = nil
      guard trace != nil else { return false }
      first = nil
      return trace == nil
    },
  ]

  private static func built(
    _ name: String, _ build: @escaping @Sendable (Signal<Int, Never>) -> Signal<Int, Never>
  ) -> Deed {
    Deed(name) { count in
      var probe: Probe? = Probe()
      weak let trace = probe
      var signal: Signal<Int, Never>? = Signal.just(1).map { [probe] value in
        _ = probe
        return value
      }
      probe = nil
      for _ in 0..<count { signal = signal.map(build) }
      guard trace != nil else { return false }
      signal = nil
      return trace == nil
    }
  }

  @Test(
    "a chain of fifty thousand stages is released without growing the stack",
    arguments: chains)
  func release(_ deed: Deed) async {
    await #expect(processExitsWith: .success) { [name = deed.name as String] in
      StackTests.perform(name, of: StackTests.chains, StackTests.depth)
    }
  }

  static let operators = Pipe.all.map { pipe in
    Deed(pipe.name) { count in
      let rig = PipeRig()
      let parts = rig.parts
      var signal: Signal<Item, Mishap>? = rig.source.signal
      for _ in 0..<count { signal = signal.map { pipe.build($0, parts) } }
      return signal != nil
    }
  }

  @Test("a chain of ten thousand stages of any operator is released without growing the stack")
  func releaseOfAny() async {
    await #expect(processExitsWith: .success) {
      for deed in StackTests.operators {
        StackTests.perform(deed.name, of: StackTests.operators, 10_000)
      }
    }
  }

  /// Runs an operation on a thread; ends the process if it fails.
  private static func perform(_ name: String, of deeds: [Deed], _ count: Int) {
    let isRight = Box<Bool>()
    let deed = deeds.first { $0.name == name }
    onThread(.secondary) { if let deed { isRight.append(deed.run(count)) } }
    precondition(isRight.values == [true], "\(name) goes wrong")
  }
}
