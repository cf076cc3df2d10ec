import Signals
import SignalsTesting
import Testing

@Suite("Signals and async", .timeLimit(.minutes(1)))
struct AsyncTests {
  @Test("asynchronous work sends its result and completes")
  func work() async throws {
    let signal = Signal<Int, Mishap>.from { () async throws(Mishap) -> Int in 7 }
    #expect(try await signal.first() == 7)
    let all = try await signal.collect().first()
    #expect(all == [7])
  }

  @Test("an error thrown by asynchronous work becomes the failure")
  func failure() async {
    let typed = Signal<Int, Mishap>.from { () async throws(Mishap) -> Int in throw .second }
    let mapped = Signal<Int, Mishap>.from(mapError: { _ in .first }) { throw CancellationError() }
    await #expect(throws: Mishap.second) { try await typed.first() }
    await #expect(throws: Mishap.first) { try await mapped.first() }
  }

  @Test("dispose cancels the task")
  func cancels() async {
    let cancelled = ReplaySubject<Bool, Never>(capacity: 1)
    let started = ReplaySubject<Bool, Never>(capacity: 1)
    let subscription = Signal<Int, Never>.from { () async -> Int in
      started.send(true)
      _ = await withTaskCancellationHandler {
        await Signal<Int, Never>.never.first()
      } onCancel: {
        cancelled.send(true)
      }
      return 1
    }.subscribe()
    #expect(await started.signal.first() == true)
    subscription.dispose()
    #expect(await cancelled.signal.first() == true)
  }

  @Test("values come in order and the loop ends with the signal")
  func values() async throws {
    var heard: [Int] = []
    for try await value in Signal<Int, Mishap>.from(1...100).values { heard.append(value) }
    #expect(heard == Array(1...100))
    await #expect(throws: Mishap.first) {
      for try await _ in Signal<Int, Mishap>.failed(.first).values {}
    }
  }

  @Test("leaving the loop ends the subscription")
  func leaving() async {
    let ended = ReplaySubject<Bool, Never>(capacity: 1)
    let signal = Signal<Int, Never>.from(0..<10).concat(.never).on(disposed: { ended.send(true) })
    for await value in signal.values where value == 3 { break }
    #expect(await ended.signal.first() == true)
  }

  @Test("cancelling the reader's task ends the wait with nil")
  func cancelledReader() async {
    let task = Task { await Signal<Int, Never>.never.first() }
    task.cancel()
    #expect(await task.value == nil)
  }

  @Test("a cancelled reader receives nothing of what was kept")
  func cancelledWithKeptValues() async {
    let heard = await Task {
      let iterator = Signal<Int, Never>.from(0..<5).concat(.never).values.makeAsyncIterator()
      var heard = [await iterator.next()]
      withUnsafeCurrentTask { $0?.cancel() }
      heard.append(await iterator.next())
      heard.append(await Signal<Int, Never>.just(7).first())
      return heard
    }.value
    #expect(heard == [0, nil, nil])
  }

  @Test("first of an empty signal is nil")
  func emptyFirst() async {
    #expect(await Signal<Int, Never>.empty.first() == nil)
  }
}
