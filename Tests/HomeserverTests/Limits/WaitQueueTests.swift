import Synchronization
import Testing

@testable import Homeserver

@Suite("Wait queue", .timeLimit(.minutes(5)))
struct WaitQueueTests {
  private typealias Queue = WaitQueue<String>

  /// Somebody who enters, and the order in which all get in.
  private func enter(
    _ queue: Queue, _ key: String, cost: Int = 1
  ) async throws -> Task<Queue.Place, any Error> {
    let count = queue.waitingCount
    let task = Task { try await queue.enter(key, cost: cost) }
    while queue.waitingCount == count { await Task.yield() }
    return task
  }

  @Test("A key takes its share and waits for more, while others enter")
  func shares() async throws {
    let queue = Queue(.init(total: 4, perKey: 2, waiting: 8))
    var first: Queue.Place? = try await queue.enter("a")
    let second = try await queue.enter("a")
    let waiting = try await enter(queue, "a")
    let other = try await queue.enter("b", cost: 2)
    #expect(queue.taken == 4 && queue.waitingCount == 1)
    first = nil
    let third = try await waiting.value
    #expect(queue.taken == 4 && queue.waitingCount == 0)
    withExtendedLifetime((first, second, third, other)) {}
  }

  @Test("Keys take turns, and within a key who came first is first")
  func turns() async throws {
    let queue = Queue(.init(total: 1, perKey: 1, waiting: 8))
    var place: Queue.Place? = try await queue.enter("x")
    let names = ["a1", "a2", "a3", "b1", "c1", "c2"]
    var tasks: [(String, Task<Queue.Place, any Error>)] = []
    for name in names { tasks.append((name, try await enter(queue, String(name.prefix(1))))) }
    for expected in ["a1", "b1", "c1", "a2", "c2", "a3"] {
      place = nil
      let index = try #require(tasks.firstIndex { $0.0 == expected })
      place = try await tasks.remove(at: index).1.value
      #expect(queue.waitingCount == tasks.count && queue.taken == 1)
    }
    withExtendedLifetime(place) {}
  }

  @Test("Small costs of others do not keep a great one out for ever")
  func greatCost() async throws {
    let queue = Queue(.init(total: 4, perKey: 4, waiting: 8))
    let order = Box(Mutex<[String]>([]))
    @Sendable func pass(_ key: String, cost: Int) async throws {
      let place = try await queue.enter(key, cost: cost)
      order.value.withLock { $0.append(key) }
      withExtendedLifetime(place) {}
    }
    var small: Queue.Place? = try await queue.enter("a")
    let great = Task { try await pass("b", cost: 4) }
    while queue.waitingCount < 1 { await Task.yield() }
    let later = Task { try await pass("c", cost: 1) }
    while queue.waitingCount < 2 { await Task.yield() }
    #expect(queue.taken == 1)
    small = nil
    try await great.value
    try await later.value
    #expect(order.value.withLock(\.self) == ["b", "c"])
    withExtendedLifetime(small) {}
  }

  @Test("A real cost that is smaller than the estimate lets the next ones in")
  func settles() async throws {
    let queue = Queue(.init(total: 10, perKey: 10, waiting: 8))
    let first = try await queue.enter("a", cost: 99)
    #expect(queue.taken == 10)
    let second = try await enter(queue, "a", cost: 6)
    first.settle(4)
    let place = try await second.value
    #expect(queue.taken == 10)
    withExtendedLifetime((first, place)) {}
  }

  @Test("Who is one too many under a key is refused; another key waits still")
  func refuses() async throws {
    let queue = Queue(.init(total: 1, perKey: 1, waiting: 2))
    let place = try await queue.enter("a")
    let waiting = [
      try await enter(queue, "a"), try await enter(queue, "a"), try await enter(queue, "b"),
    ]
    let refusal = await #expect(throws: MatrixError.self) { _ = try await queue.enter("a") }
    #expect(refusal?.status == 429 && refusal?.retryAfter == 1000)
    #expect(queue.waitingCount == 3)
    for task in waiting { task.cancel() }
    withExtendedLifetime(place) {}
  }

  @Test("A cancelled waiter leaves the line, and the next one takes its place")
  func cancels() async throws {
    let queue = Queue(.init(total: 4, perKey: 4, waiting: 8))
    let place = try await queue.enter("a", cost: 2)
    let great = try await enter(queue, "a", cost: 4)
    let small = try await enter(queue, "a", cost: 2)
    great.cancel()
    await #expect(throws: CancellationError.self) { _ = try await great.value }
    let next = try await small.value
    #expect(queue.taken == 4 && queue.waitingCount == 0)
    withExtendedLifetime((place, next)) {}
  }

  @Test("All is given back after many came and went at once")
  func balance() async throws {
    let queue = Queue(.init(total: 5, perKey: 3, waiting: 1000))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let place = try? await queue.enter("\(number % 7)", cost: 1 + number % 3)
          await Task.yield()
          withExtendedLifetime(place) {}
        }
        if number % 50 == 49 { group.cancelAll() }
      }
    }
    #expect(queue.taken == 0 && queue.waitingCount == 0)
  }
}
