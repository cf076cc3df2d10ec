import NIOCore
import Testing

@testable import Homeserver

@Suite("Memory of request bodies")
struct BodyMemoryTests {
  private static let limit = 1000

  /// A body whose length is known only when it has been read.
  private func body(_ size: Int) -> RequestBody {
    RequestBody { _, take in try await take(ByteBuffer(repeating: 0x20, count: size)) }
  }

  @Test("A body of unknown length holds the limit until it is read, then its own size")
  func unknownLength() async throws {
    var bounds = ResponseMemory.Bounds(perUser: 100_000)
    bounds.least = 100
    let memory = ResponseMemory(bounds)
    let bodyMemory = BodyMemory(memory, for: user("ada"))
    let reading = RequestBody { _, take in
      #expect(memory.taken == 8 * Self.limit)
      try await take(ByteBuffer(repeating: 0x20, count: 10))
    }
    #expect(try await bodyMemory.read(reading, limit: Self.limit).readableBytes == 10)
    #expect(memory.taken == 80)
    _ = consume bodyMemory
    #expect(memory.taken == 0)
  }

  @Test("Many requests that wait with small bodies leave room for another body")
  func manyWaiting() async throws {
    let memory = ResponseMemory(.bodies)
    var waiting: [BodyMemory] = []
    for _ in 0..<50 {
      let bodyMemory = BodyMemory(memory, for: user("ada"))
      _ = try await bodyMemory.read(body(500), limit: Limits.jsonBody)
      waiting.append(bodyMemory)
    }
    #expect(memory.taken == 50 * 500 * 8)
    withExtendedLifetime(waiting) {}
  }
}
