import Signals
import Testing

/// Asynchronous sequences have operators of the same names.
///
/// No call here has a type from its context, so the compiler has to choose by the call alone.
@Suite("Operators that signals and asynchronous sequences both have")
struct OperatorChoiceTests {
  private let numbers = Signal<Int, Never>.from([1, 2, 3])
  private let risky = Signal<Int, Mishap>.from([1, 2, 3])

  @Test("outside asynchronous code, each one is that of the signal")
  func synchronous() {
    expectType(numbers.map { $0 + 1 }, Signal<Int, Never>.self)
    expectType(numbers.map { _ in }, Signal<Void, Never>.self)
    expectType(numbers.map(\.description), Signal<String, Never>.self)
    expectType(numbers.map(String.init), Signal<String, Never>.self)
    expectType(risky.map { "\($0)" }, Signal<String, Mishap>.self)
    expectType(numbers.filter { $0 > 1 }, Signal<Int, Never>.self)
    expectType(numbers.filter(Set([1]).contains), Signal<Int, Never>.self)
    expectType(risky.filter { $0 > 1 }, Signal<Int, Mishap>.self)
    expectType(numbers.compactMap { $0 > 1 ? $0 : nil }, Signal<Int, Never>.self)
    expectType(risky.compactMap(Int.init(exactly:)), Signal<Int, Mishap>.self)
    expectType(numbers.reduce(0, +), Signal<Int, Never>.self)
    expectType(risky.reduce("") { $0 + "\($1)" }, Signal<String, Mishap>.self)
    expectType(numbers.flatMap(.latest) { Signal<Int, Never>.just($0) }, Signal<Int, Never>.self)
  }

  @Test("in asynchronous code, each one is that of the signal")
  func asynchronous() async {
    let mapped = numbers.map { $0 + 1 }
    let kept = risky.filter { $0 > 1 }
    let found = numbers.compactMap { $0 > 1 ? $0 : nil }
    let total = numbers.reduce(0, +)
    let text = risky.reduce("") { $0 + "\($1)" }
    let flat = numbers.flatMap(.latest) { Signal<Int, Never>.just($0) }
    async let later = numbers.reduce(0) { $0 + $1 }
    expectType(mapped, Signal<Int, Never>.self)
    expectType(kept, Signal<Int, Mishap>.self)
    expectType(found, Signal<Int, Never>.self)
    expectType(total, Signal<Int, Never>.self)
    expectType(text, Signal<String, Mishap>.self)
    expectType(flat, Signal<Int, Never>.self)
    expectType(await later, Signal<Int, Never>.self)
    expectType(await numbers.first(), Int?.self)
  }

  @Test("a closure or function that throws makes a signal that fails")
  func throwing() {
    expectType(numbers.map(parse), Signal<Int, Mishap>.self)
    expectType(risky.map(parse), Signal<Int, Mishap>.self)
    expectType(numbers.map { try parse($0) }, Signal<Int, any Error>.self)
    expectType(numbers.map { number throws(Mishap) in try parse(number) }, Signal<Int, Mishap>.self)
    expectType(risky.map { number throws(Mishap) in try parse(number) }, Signal<Int, Mishap>.self)
    let several = numbers.map { number in
      let half = try parse(number)
      return "\(half)"
    }
    expectType(several, Signal<String, any Error>.self)
    expectType(several.map { try parse($0.count) }, Signal<Int, any Error>.self)
  }

  @Test("a closure that suspends makes an asynchronous sequence")
  func suspending() async {
    let signal = numbers
    expectType(signal.map { await half($0) }, AsyncMapSequence<Signal<Int, Never>, Int>.self)
    expectType(signal.filter { await half($0) > 0 }, AsyncFilterSequence<Signal<Int, Never>>.self)
    expectType(await signal.reduce(0) { await half($0 + $1) }, Int.self)
  }

  private func expectType<Actual, Expected>(
    _ value: Actual, _ type: Expected.Type, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(Actual.self == Expected.self, sourceLocation: location)
  }
}

private func parse(_ number: Int) throws(Mishap) -> Int {
  guard number.isMultiple(of: 2) else { throw .first }
  return number / 2
}

private func half(_ number: Int) async -> Int {
  number / 2
}
