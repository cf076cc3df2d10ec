import Signals
import Testing

@Suite("Signals as asynchronous sequences", .timeLimit(.minutes(1)))
struct IterationTests {
  @Test("a loop over a signal reads all values, also those sent while it is busy, and the end")
  func loop() async {
    let subject = Subject<Int, Never>()
    var read: [Int] = []
    for await value in subject.signal.start(with: 0) {
      if value == 0 {
        for number in 1...1000 { subject.send(number) }
        subject.complete()
      }
      read.append(value)
    }
    #expect(read == Array(0...1000))
  }

  @Test("a loop over a signal throws the failure with its type")
  func failure() async {
    let subject = Subject<Int, Mishap>()
    var read: [Int] = []
    do throws(Mishap) {
      for try await value in subject.signal.start(with: 1) {
        read.append(value)
        subject.fail(.second)
      }
      Issue.record("the loop ended without the failure")
    } catch {
      #expect(error == .second)
    }
    #expect(read == [1])
  }

  @Test("leaving a loop over a signal ends the subscription")
  func leaving() async {
    let subject = Subject<Int, Never>()
    let ended = ReplaySubject<Bool, Never>(capacity: 1)
    for await _ in subject.signal.start(with: 1).on(disposed: { ended.send(true) }) { break }
    #expect(await ended.signal.first() == true)
  }

  @Test("a function over asynchronous sequences accepts a signal")
  func generic() async {
    let signal = Signal<Int, Never>.from([1, 2, 3])
    #expect(await sum(of: signal) == 6)
  }

  private func sum(of values: some AsyncSequence<Int, Never>) async -> Int {
    await values.reduce(0, +)
  }
}
