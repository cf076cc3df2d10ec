import Synchronization
import Testing

@testable import Homeserver

@Suite("Reads for disconnected clients")
struct AbandonedReadTests {
  @Test("A database read ends with its request")
  func ends() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    let (begins, begun) = AsyncStream<Void>.makeStream()
    let reading = Task {
      try await home.store.read { database -> Int in
        begun.yield()
        // Stands for a long scan with a filter.
        var count = 0
        while count < .max {
          count += try EventRows.newest(1, in: room, from: database).count
        }
        return count
      }
    }
    for await _ in begins { break }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }
}
