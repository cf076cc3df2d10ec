import Signals
import SignalsTesting
import Testing

/// Signals that may fail together with signals that cannot, in the usual spellings.
///
/// Most of the test is that it compiles: every call must be unambiguous, and the annotations state
/// the resulting types.
@Suite("Mixed failures")
struct MixedFailureTests {
  private typealias Pair = Signal<(Int, Int), Mishap>

  private let scheduler = TestScheduler()
  private let safe = Signal<Int, Never>.from([1, 2])
  private let other = Signal<Int, Never>.from([3, 4])
  private let risky = Signal<Int, Mishap>.from([5, 6]).concat(.failed(.first))
  private let calm = Signal<Int, Mishap>.from([7, 8])

  /// The events as text.
  private func text<Value, Failure>(_ signal: Signal<Value, Failure>) -> String {
    let parts = Box<String>()
    let subscription = signal.subscribe {
      parts.append("\($0)")
    } failed: { _ in
      parts.append("#")
    } completed: {
      parts.append("|")
    }
    scheduler.advance(by: .seconds(1))
    subscription.dispose()
    return parts.values.joined(separator: " ")
  }

  @Test("signals in a row")
  func rows() {
    let one: Signal<Int, Mishap> = safe.concat(risky)
    let two = calm.concat(other)
    let three = Signal.concat(safe, risky)
    let four: Signal<Int, Mishap> = .concat(calm, safe)
    let five: Signal<Int, Never> = safe.concat(other)
    let six = Signal.concat(safe, other, safe)
    #expect(text(one) == "1 2 5 6 #")
    #expect(text(two) == "7 8 3 4 |")
    #expect(text(three) == "1 2 5 6 #")
    #expect(text(four) == "7 8 1 2 |")
    #expect(text(five) == "1 2 3 4 |")
    #expect(text(six) == "1 2 3 4 1 2 |")
    #expect(text(calm.concat(.just(1))) == "7 8 1 |")
    #expect(text(safe.concat(.just(1))) == "1 2 1 |")
    #expect(text(safe.concat(.failed(Mishap.first))) == "1 2 #")
    #expect(text(safe.concat(.empty).concat(risky).concat(safe)) == "1 2 5 6 #")
  }

  @Test("merged signals")
  func merged() {
    let one: Signal<Int, Mishap> = safe.merge(with: risky)
    let two = calm.merge(with: other)
    let three = Signal.merge(safe, risky)
    let four: Signal<Int, Mishap> = .merge(calm, safe)
    let five: Signal<Int, Never> = safe.merge(with: other)
    #expect(text(one) == "1 2 5 6 #")
    #expect(text(two) == "7 8 3 4 |")
    #expect(text(three) == "1 2 5 6 #")
    #expect(text(four) == "7 8 1 2 |")
    #expect(text(five) == "1 2 3 4 |")
    #expect(text(Signal.merge(safe, other, .just(0))) == "1 2 3 4 0 |")
    #expect(text(calm.merge(with: .empty).merge(with: safe)) == "7 8 1 2 |")
  }

  @Test("a race")
  func race() {
    let one: Signal<Int, Mishap> = safe.race(with: risky)
    let two = risky.race(with: other)
    let three = Signal.race(safe, risky)
    let four: Signal<Int, Mishap> = .race(calm, safe)
    let five: Signal<Int, Never> = safe.race(with: other)
    #expect(text(one) == "1 2 |")
    #expect(text(two) == "5 6 #")
    #expect(text(three) == "1 2 |")
    #expect(text(four) == "7 8 |")
    #expect(text(five) == "1 2 |")
    #expect(text(Signal.race(.never, other, safe)) == "3 4 |")
  }

  @Test("the latest values")
  func latest() {
    let one: Pair = safe.combineLatest(with: risky)
    let two: Pair = calm.combineLatest(with: other)
    let three = Signal.combineLatest(safe, risky)
    let four = Pair.combineLatest(calm, safe)
    let five: Signal<(Int, Int), Never> = safe.combineLatest(with: other)
    #expect(text(one) == "(2, 5) (2, 6) #")
    #expect(text(two) == "(8, 3) (8, 4) |")
    #expect(text(three) == "(2, 5) (2, 6) #")
    #expect(text(four) == "(8, 1) (8, 2) |")
    #expect(text(five) == "(2, 3) (2, 4) |")
    #expect(text(Signal.combineLatest(safe, other)) == "(2, 3) (2, 4) |")
    #expect(text(Signal.combineLatest(safe, other, safe)) == "(2, 4, 1) (2, 4, 2) |")
    #expect(text(calm.combineLatest(with: .just(0)).map { $0 + $1 }) == "8 |")
    #expect(
      text(safe.combineLatest(with: calm).combineLatest(with: other).map { $0.0 + $0.1 + $1 })
        == "13 14 |")
  }

  @Test("pairs")
  func zipped() {
    let one: Pair = safe.zip(with: risky)
    let two: Pair = calm.zip(with: other)
    let three = Signal.zip(safe, risky)
    let four = Pair.zip(calm, safe)
    let five: Signal<(Int, Int), Never> = safe.zip(with: other)
    #expect(text(one) == "(1, 5) (2, 6) |")
    #expect(text(two) == "(7, 3) (8, 4) |")
    #expect(text(three) == "(1, 5) (2, 6) |")
    #expect(text(four) == "(7, 1) (8, 2) |")
    #expect(text(five) == "(1, 3) (2, 4) |")
    #expect(text(Signal.zip(safe, other)) == "(1, 3) (2, 4) |")
  }

  @Test("a second input that may fail, for a signal that cannot")
  func riskySecond() {
    let endless = safe.concat(.never)
    let failed = Signal<Int, Mishap>.failed(.first)
    let pairs: Pair = safe.withLatest(from: risky)
    let sampled: Signal<Int, Mishap> = endless.sample(on: risky)
    let taken: Signal<Int, Mishap> = endless.take(until: failed)
    let skipped: Signal<Int, Mishap> = endless.skip(until: failed)
    let arrays: Signal<[Int], Mishap> = endless.buffer(until: risky)
    let windows: Signal<Signal<Int, Mishap>, Mishap> = endless.window(until: risky)
    #expect(text(pairs) == "#")
    #expect(text(sampled) == "2 #")
    #expect(text(taken) == "#")
    #expect(text(skipped) == "#")
    #expect(text(arrays) == "[1, 2] [] #")
    #expect(text(windows.flatMap(.merge) { $0 }) == "1 2 #")
  }

  @Test("a second input of the same failure type")
  func sameSecond() {
    let endless = calm.concat(.never)
    #expect(text(endless.withLatest(from: calm)) == "(7, 8) (8, 8)")
    #expect(text(endless.withLatest(from: risky)) == "#")
    #expect(text(endless.sample(on: risky)) == "8 #")
    #expect(text(endless.take(until: risky.filter { _ in false })) == "#")
    #expect(text(endless.skip(until: risky.filter { _ in false })) == "#")
    #expect(text(endless.buffer(until: risky)) == "[7, 8] [] #")
    #expect(text(safe.withLatest(from: other)) == "(1, 4) (2, 4) |")
    #expect(text(safe.take(until: .never as Signal<Void, Never>)) == "1 2 |")
  }

  @Test("a second input that cannot fail, for a signal that may")
  func safeSecond() {
    let endless = calm.concat(.never)
    #expect(text(endless.withLatest(from: safe)) == "(7, 2) (8, 2)")
    #expect(text(endless.sample(on: other)) == "8 |")
    #expect(text(endless.take(until: .timer(after: .milliseconds(5), on: scheduler))) == "7 8 |")
    #expect(text(endless.skip(until: safe)) == "7 8")
    #expect(text(endless.buffer(until: safe)) == "[7, 8] [] [] |")
    #expect(text(endless.window(until: safe).flatMap(.merge) { $0 }) == "7 8 |")
  }

  @Test("a timeout of a signal that cannot fail")
  func timeout() {
    let slow: Signal<Int, Mishap> = safe.concat(.never)
      .timeout(.milliseconds(10), failingWith: .second, on: scheduler)
    let inferred = safe.timeout(.milliseconds(10), failingWith: Mishap.second, on: scheduler)
    #expect(text(slow) == "1 2 #")
    #expect(text(inferred.merge(with: calm)) == "1 2 7 8 |")
  }

  @Test("catch with a signal that cannot fail")
  func catching() {
    let one: Signal<Int, Never> = risky.catch { _ in .just(0) }
    let two = risky.catch { [safe] _ in safe }
    let three: Signal<Int, Mishap> = risky.catch { [safe] _ in safe }
    let four: Signal<Int, Mishap> = risky.catch { [safe, other] failure in
      if failure == .first { return safe }
      return other
    }
    let five: Signal<Int, Never> = two
    #expect(text(one) == "5 6 0 |")
    #expect(text(five) == "5 6 1 2 |")
    #expect(text(three) == "5 6 1 2 |")
    #expect(text(four) == "5 6 1 2 |")
    #expect(text(risky.catch { _ in .empty }.merge(with: calm)) == "5 6 7 8 |")
  }

  @Test("inner signals")
  func inner() {
    let safeInner = Signal<Signal<Int, Never>, Mishap>.just(safe).switchToLatest()
    let riskyInner: Signal<Int, Mishap> = Signal<Signal<Int, Mishap>, Never>.just(risky)
      .switchToLatest()
    let plain: Signal<Int, Never> = Signal<Signal<Int, Never>, Never>.just(safe).switchToLatest()
    let mapped: Signal<Int, Mishap> = safe.flatMap(.concat) { [risky] _ in risky }
    #expect(text(safeInner) == "1 2 |")
    #expect(text(riskyInner) == "5 6 #")
    #expect(text(plain) == "1 2 |")
    #expect(text(mapped) == "5 6 #")
    #expect(text(calm.flatMap(.concurrent(limit: 1)) { .just($0) }) == "7 8 |")
  }
}
