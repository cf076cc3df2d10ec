import Testing

@testable import Homeserver

@Suite("The order of passwords")
struct PasswordQueueTests {
  private func line(_ name: String) throws -> PasswordQueue.Line {
    .asker(.stranger(try #require(UserID("@\(name):localhost"))))
  }

  private func job(_ id: UInt64, _ line: PasswordQueue.Line) -> PasswordQueue.Job {
    PasswordQueue.Job(id: id, line: line, run: {}, refuse: {})
  }

  /// Ends what runs, one after the other; gives the order in which the others began.
  private func order(
    _ queue: inout PasswordQueue, from first: PasswordQueue.Line
  ) -> [UInt64] {
    var ids: [UInt64] = []
    var line = first
    while let next = queue.finish(line) {
      ids.append(next.id)
      line = next.line
    }
    return ids
  }

  @Test("Who tries much takes the turns of one, and in a line it goes by arrival")
  func turns() throws {
    var queue = PasswordQueue(mostRunning: 1, mostWaiting: 100)
    let (ada, bob) = (try line("ada"), try line("bob"))
    #expect(queue.add(job(0, .nobody)).starting?.id == 0)
    for id in 1...4 { #expect(queue.add(job(UInt64(id), .nobody)).starting == nil) }
    for (id, line) in [(5, ada), (6, ada), (7, bob)] {
      #expect(queue.add(job(UInt64(id), line)).refused == nil)
    }
    #expect(order(&queue, from: .nobody) == [1, 5, 7, 2, 6, 3, 4])
    #expect(queue.waitingCount == 0)
  }

  @Test("Of a line one runs, though there is a place")
  func oneOfLine() throws {
    var queue = PasswordQueue(mostRunning: 2, mostWaiting: 100)
    let ada = try line("ada")
    #expect(queue.add(job(0, ada)).starting?.id == 0)
    #expect(queue.add(job(1, ada)).starting == nil)
    #expect(queue.add(job(2, .nobody)).starting?.id == 2)
    #expect(queue.finish(.nobody) == nil)
    #expect(queue.finish(ada)?.id == 1)
  }

  @Test("When all places are taken, names of nobody go first, then who has most; oldest first")
  func refusal() throws {
    var queue = PasswordQueue(mostRunning: 1, mostWaiting: 3)
    let (ada, bob) = (try line("ada"), try line("bob"))
    _ = queue.add(job(0, .newPasswords))
    for (id, line) in [(1, bob), (2, .nobody), (3, .nobody)] {
      _ = queue.add(job(UInt64(id), line))
    }
    #expect(queue.add(job(4, bob)).refused?.id == 2)
    #expect(queue.add(job(5, ada)).refused?.id == 3)
    #expect(queue.add(job(6, ada)).refused?.id != 5)
    #expect(queue.waitingCount == 3)
  }

  @Test("What is taken out does not run, and leaves no line behind")
  func removal() throws {
    var queue = PasswordQueue(mostRunning: 1, mostWaiting: 3)
    let ada = try line("ada")
    _ = queue.add(job(0, .nobody))
    _ = queue.add(job(1, ada))
    #expect(queue.remove(1, of: ada)?.id == 1)
    #expect(queue.remove(1, of: ada) == nil)
    #expect(queue.remove(0, of: .nobody) == nil)
    #expect(queue.waitingCount == 0)
    #expect(queue.finish(.nobody) == nil)
  }
}
