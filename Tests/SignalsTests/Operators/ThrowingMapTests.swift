import Signals
import SignalsTesting
import Testing

@Suite("Map that throws")
struct ThrowingMapTests {
  private let scheduler = TestScheduler()

  @Sendable private static func parse(_ name: Character) throws(Mishap) -> Character {
    guard name != "x" else { throw .second }
    return Character(name.uppercased())
  }

  @Sendable private static func read(_ name: Character) throws -> Character {
    try parse(name)
  }

  @Test(
    "what the closure throws is the failure, and ends the source",
    arguments: [
      ("-a-b-|", "-A-B-|"), ("-a-x-b|", "-A-#"), ("-a-#", "-A-#"), ("x", "#"), ("-(axb)", "-(A#)"),
    ])
  func lines(_ line: String, _ expected: String) {
    let source = scheduler.signal(line, failure: Mishap.first)
    #expect(scheduler.draw(source.map(Self.parse)).description == expected)
  }

  @Test("the spellings that the pages show compile, with the failure type they claim")
  func spellings() {
    let risky = Signal<Character, Mishap>.just("x")
    let safe = Signal<Character, Never>.just("x")
    let any = Signal<Character, any Error>.just("x")
    let results: [Signal<Character, Mishap>] = [
      risky.map(Self.parse), safe.map(Self.parse),
      risky.map { name throws(Mishap) in try Self.parse(name) },
      safe.map { name throws(Mishap) in try Self.parse(name) },
      safe.map { (name: Character) throws(Mishap) -> Character in try Self.parse(name) },
    ]
    for result in results { #expect(Recorder(result).expectFailure() == .second) }
    let untyped: [Signal<Character, any Error>] = [
      any.map(Self.read), any.map { try Self.read($0) }, any.map { try Self.parse($0) },
      safe.map { try Self.read($0) }, safe.map { try Self.parse($0) }, safe.map(Self.read),
    ]
    for result in untyped { #expect(Recorder(result).expectFailure() as? Mishap == .second) }
    let calm: Signal<String, Never> = safe.map { String($0) }
    let described = risky.map(\.description)
    let recorder = Recorder(described.merge(with: calm))
    recorder.expect("x", "x")
    recorder.expectCompletion()
  }

  @Test("the source is disposed of, and a value sent from inside the failure is dropped")
  func disposal() {
    let source = scheduler.cold("-a-x-b-c|")
    #expect(scheduler.draw(source.signal.map(Self.parse)).description == "-A-#")
    source.expectSubscriptions("^--!")

    let subject = Subject<Int, Mishap>()
    let calls = Box<Int>()
    let subscription = subject.signal.map { value throws(Mishap) in
      calls.append(value)
      if value == 1 { throw .first }
      return value
    }.subscribe(value: { _ in }, failed: { _ in subject.send(2) })
    subject.send(0)
    subject.send(1)
    subject.send(3)
    #expect(calls.values == [0, 1])
    #expect(subscription.isDisposed)
  }
}
