import SeededRandom
import Signals
import SignalsTesting
import Testing

/// Equations between operators, on random lines.
@Suite("Laws of operators")
struct LawTests {
  private func forLines(_ check: (TestScheduler, String, inout SeededGenerator) -> Void) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      var line = ""
      for name in "abcdef".prefix(Int.random(in: 0...6, using: &random)) {
        line += String(repeating: "-", count: Int.random(in: 0...3, using: &random)) + "\(name)"
      }
      line += ["-|", "(g|)", "--#", "#", ""].randomElement(using: &random) ?? ""
      check(TestScheduler(), line, &random)
    }
  }

  /// The events of a signal within a second, with their times.
  private func notes<Value>(
    of signal: Signal<Value, Mishap>, on scheduler: TestScheduler
  ) -> [String] {
    let notes = Box<String>()
    let start = scheduler.now
    let note: @Sendable (String) -> Void = { text in
      notes.append("\(text)@\((scheduler.now - start) / Marbles.frame)")
    }
    let subscription = signal.subscribe {
      note("\($0)")
    } failed: {
      note("#\($0)")
    } completed: {
      note("|")
    }
    scheduler.advance(by: .seconds(1))
    subscription.dispose()
    return notes.values
  }

  @Test(
    "operators without effect keep every event in place",
    arguments: Pipe.all.filter { $0.traits.contains(.isIdentity) })
  func identity(_ pipe: Pipe) {
    let rig = PipeRig()
    forLines { scheduler, line, _ in
      let source = scheduler.signal(line, failure: Mishap.first)
      let items = source.map { rig.extras.item(Int($0.asciiValue ?? 0)) }
      let parts = Pipe.Parts(
        mark: rig.extras.item(-1), scheduler: scheduler, other: .never, sampled: .never,
        trigger: .never)
      let result = pipe.build(items, parts).map { Character(UnicodeScalar(UInt8($0.number))) }
      #expect(notes(of: result, on: scheduler) == notes(of: source, on: scheduler), "\(line)")
    }
  }

  @Test("take and skip share the values between them")
  func takeAndSkip() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let count = Int.random(in: 0...5, using: &random)
      let values = notes(of: source, on: scheduler).filter { !"#|".contains($0.prefix(1)) }
      let taken = notes(of: source.take(first: count), on: scheduler)
      let skipped = notes(of: source.skip(first: count), on: scheduler)
      let both = (taken + skipped).filter { !"#|".contains($0.prefix(1)) }
      #expect(both == values, "\(line) at \(count)")
      if count > 0, values.count >= count {
        let end = values[count - 1].split(separator: "@").last ?? ""
        #expect(taken.last == "|@\(end)", "\(line) at \(count)")
      }
    }
  }

  @Test("reduce sends the last value of scan, on completion")
  func reduceAndScan() {
    forLines { scheduler, line, _ in
      let source = scheduler.signal(line, failure: Mishap.first)
      let texts = source.scan("") { "\($0)\($1)" }.start(with: "")
      let scanned = notes(of: texts, on: scheduler)
      let reduced = notes(of: source.reduce("") { "\($0)\($1)" }, on: scheduler)
      let text = { (note: String?) in
        note?.split(separator: "@", omittingEmptySubsequences: false).first
      }
      let time = { (note: String?) in note?.split(separator: "@").last }
      switch scanned.last?.first {
      case "|":
        #expect(reduced.last == scanned.last, "\(line)")
        #expect(text(reduced.first) == text(scanned.dropLast().last), "\(line)")
        #expect(time(reduced.first) == time(scanned.last), "\(line)")
      case "#": #expect(reduced == scanned.suffix(1), "\(line)")
      default: #expect(reduced.isEmpty, "\(line)")
      }
    }
  }

  @Test("the arrays of a buffer hold all values in order, with the requested count")
  func buffers() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let count = Int.random(in: 1...4, using: &random)
      let values = notes(of: source, on: scheduler).filter { !"#|".contains($0.prefix(1)) }
        .compactMap(\.first)
      let ends = notes(of: source, on: scheduler).last?.first
      let arrays = Box<[Character]>()
      let subscription = source.buffer(count: count).follow { arrays.append($0) }
      scheduler.advance(by: .seconds(1))
      subscription.dispose()
      let full = values.count / count * count
      let expected = ends == "|" ? values : Array(values.prefix(full))
      #expect(arrays.values.flatMap { $0 } == expected, "\(line) by \(count)")
      #expect(arrays.values.dropLast().allSatisfy { $0.count == count }, "\(line) by \(count)")
    }
  }

  @Test("two delays are one, as long as nothing fails")
  func delays() {
    forLines { scheduler, line, _ in
      guard !line.contains("#") else { return }
      let source = scheduler.signal(line, failure: Mishap.first)
      let two = source.delay(.milliseconds(20), on: scheduler).delay(
        .milliseconds(30), on: scheduler)
      let one = source.delay(.milliseconds(50), on: scheduler)
      #expect(notes(of: two, on: scheduler) == notes(of: one, on: scheduler), "\(line)")
    }
  }

  @Test("an empty neighbour changes nothing, on whichever side")
  func neutralElements() {
    forLines { scheduler, line, _ in
      let source = scheduler.signal(line, failure: Mishap.first)
      let expected = notes(of: source, on: scheduler)
      let empty = Signal<Character, Mishap>.empty
      let others: [Signal<Character, Mishap>] = [
        source.merge(with: empty), empty.merge(with: source), source.concat(empty),
        empty.concat(source), .merge([source]), .concat([source]), source.retry(count: 0),
        source.take(until: .never as Signal<Void, Never>),
        source.combineLatest(with: .just("x" as Character)).map(\.0),
        Signal<[Character], Mishap>.combineLatest([.just("x"), source]).map { $0[1] },
      ]
      for (number, other) in others.enumerated() {
        #expect(notes(of: other, on: scheduler) == expected, "\(line), case \(number)")
      }
    }
  }

  @Test("merge has all values of both sides at their times, whatever the order of the sides")
  func mergeIsSymmetric() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let other = scheduler.signal(
        String(repeating: "-", count: Int.random(in: 0...4, using: &random)) + "x--y-|",
        failure: Mishap.second)
      let one = notes(of: source.merge(with: other), on: scheduler)
      let two = notes(of: other.merge(with: source), on: scheduler)
      // In the frame of a failure, the order of the two sides decides which events still pass.
      let end = one.last.flatMap { $0.hasPrefix("#") ? $0.split(separator: "@").last : nil }
      let isEarly: (String) -> Bool = { note in
        note.split(separator: "@").last != end
      }
      #expect(one.filter(isEarly).sorted() == two.filter(isEarly).sorted(), "\(line)")
      guard end == nil else { return }
      let all = notes(of: source, on: scheduler) + notes(of: other, on: scheduler)
      #expect(
        one.filter { !$0.hasPrefix("|") }.sorted() == all.filter { !$0.hasPrefix("|") }.sorted(),
        "\(line)")
    }
  }

  private func values(_ notes: [String]) -> [String] {
    notes.filter { !"#|".contains($0.prefix(1)) }
  }

  @Test("take(until:) and skip(until:) share the values between them, as do take and skip(while:)")
  func takeAndSkipConditionally() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let all = values(notes(of: source, on: scheduler))
      let pause = Marbles.frame * Int.random(in: 0...12, using: &random) + .milliseconds(1)
      let trigger = Signal<Void, Never>.timer(after: pause, on: scheduler)
      let before = notes(of: source.take(until: trigger), on: scheduler)
      let after = notes(of: source.skip(until: trigger), on: scheduler)
      #expect(values(before) + values(after) == all, "\(line) at \(pause)")

      let limit: Character = "abcdefg".randomElement(using: &random) ?? "a"
      let low = notes(of: source.take { $0 < limit }, on: scheduler)
      let high = notes(of: source.skip { $0 < limit }, on: scheduler)
      #expect(values(low) + values(high) == all, "\(line) at \(limit)")
    }
  }

  @Test("take(last:) sends the end of what collect sends")
  func lastOfAll() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let count = Int.random(in: 0...4, using: &random)
      let last = source.take(last: count).collect().map { String($0) }
      let all = source.collect().map { String($0.suffix(count)) }
      #expect(notes(of: last, on: scheduler) == notes(of: all, on: scheduler), "\(line), \(count)")
    }
  }

  @Test("combinePrevious holds each value twice, as the later and as the earlier one")
  func previous() {
    forLines { scheduler, line, _ in
      let source = scheduler.signal(line, failure: Mishap.first)
      let pairs = source.combinePrevious("_")
      let texts = pairs.map { "\($0)\($1)" }
      let expected = notes(of: source, on: scheduler)
      #expect(notes(of: pairs.map(\.1), on: scheduler) == expected, "\(line)")
      #expect(
        notes(of: source.combinePrevious().map { "\($0)\($1)" }, on: scheduler)
          == notes(of: texts.skip(first: 1), on: scheduler), "\(line)")
    }
  }

  @Test("repeat(count:) is concat of as many copies")
  func copies() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let count = Int.random(in: 0...3, using: &random)
      let copies = Signal.concat(Array(repeating: source, count: count))
      let repeated = source.repeat(count: count)
      #expect(
        notes(of: repeated, on: scheduler) == notes(of: copies, on: scheduler), "\(line), \(count)")
    }
  }

  @Test("flatMap with a limit lies between concat and merge; for one value all strategies agree")
  func limits() {
    forLines { scheduler, line, random in
      let source = scheduler.signal(line, failure: Mishap.first)
      let inner = scheduler.signal(
        String(repeating: "-", count: Int.random(in: 0...3, using: &random)) + "x-y|",
        failure: Mishap.second)
      let flattened = { (source: Signal<Character, Mishap>, strategy: FlattenStrategy) in
        let signal = source.flatMap(strategy) { name in inner.map { "\(name)\($0)" } }
        return notes(of: signal, on: scheduler)
      }
      #expect(flattened(source, .concurrent(limit: 1)) == flattened(source, .concat), "\(line)")
      #expect(flattened(source, .concurrent(limit: 7)) == flattened(source, .merge), "\(line)")
      let one = source.take(first: 1)
      for strategy in [FlattenStrategy.first, .concurrent(limit: 2), .concat, .latest] {
        #expect(flattened(one, strategy) == flattened(one, .merge), "\(line) \(strategy)")
      }
    }
  }
}
