import NIOCore
import Testing

@testable import Homeserver

@Suite("HTTP clients that do not read", .timeLimit(.minutes(5)))
struct HTTPSlowClientTests {
  /// Memory for two large responses of a user, and for four in all.
  private static let bounds = ResponseMemory.Bounds(
    estimate: 3 << 20, perUser: 6 << 20, total: 12 << 20, waiting: 8)

  /// Clients that request a large response and read nothing.
  private static func stalled(_ count: Int, of user: String, in stage: HTTPStage) async throws
    -> [RawClient]
  {
    var clients: [RawClient] = []
    for _ in 0..<count {
      let client = try await stage.client(receiveBuffer: 4096)
      try await client.send(stage.request("GET", "/great/\(user)"))
      clients.append(client)
    }
    return clients
  }

  @Test("A response is made only after earlier ones are sent")
  func holdsBack() async throws {
    try await HTTPStage.run(bounds: Self.bounds) { stage in
      let clients = try await Self.stalled(10, of: "ada", in: stage)
      #expect(await stage.becomes { $0.memory.waiterCount == 8 })
      try await stage.settle()
      #expect(stage.events.count("makes") == 2)
      #expect(stage.memory.taken == 6 << 20)
      // Other users need not wait.
      let other = try await stage.client()
      try await other.send(stage.request("GET", "/great/grace"))
      #expect(try await other.response().body.count == 3 << 20)
      // A client that reads lets all get their responses.
      try await withThrowingTaskGroup(of: Int.self) { group in
        for client in clients { group.addTask { try await client.response().body.count } }
        for try await count in group { #expect(count == 3 << 20) }
      }
      #expect(await stage.becomes { $0.memory.taken == 0 })
    }
  }

  @Test("A client that never reads holds at most its share, until the write timeout")
  func greedyClient() async throws {
    try await HTTPStage.run(
      { $0.writeTimeout = .milliseconds(300) }, bounds: Self.bounds
    ) { stage in
      let clients = try await Self.stalled(10, of: "ada", in: stage)
      var most = 0
      #expect(
        await stage.becomes { stage in
          most = max(most, stage.memory.taken)
          return stage.events.count("makes") == 10
        })
      #expect(most <= 6 << 20)
      // The last client waits until the stalled connections end, and gets its response.
      let last = try await stage.client()
      try await last.send(stage.request("GET", "/great/ada"))
      #expect(try await last.response().body.count == 3 << 20)
      #expect(await stage.becomes { $0.memory.taken == 0 && $0.server.connectionCount <= 1 })
      withExtendedLifetime(clients) {}
    }
  }

  @Test("Too many requests of one user that wait for memory are refused with a retry time")
  func refusesMore() async throws {
    try await HTTPStage.run(bounds: Self.bounds) { stage in
      let clients = try await Self.stalled(10, of: "ada", in: stage)
      #expect(await stage.becomes { $0.memory.waiterCount == 8 })
      let last = try await stage.client()
      try await last.send(stage.request("GET", "/great/ada"))
      let refused = try await last.response()
      #expect(refused.status == 429 && refused.text.contains("retry_after_ms"))
      #expect(refused.headers["retry-after"] == "1")
      withExtendedLifetime(clients) {}
    }
  }

  @Test("Responses without a user share one bound")
  func boundsAll() async throws {
    try await HTTPStage.run(bounds: Self.bounds) { stage in
      var clients: [RawClient] = []
      for _ in 0..<11 {
        let client = try await stage.client(receiveBuffer: 4096)
        try await client.send(stage.request("GET", "/big"))
        clients.append(client)
      }
      // Two responses are being sent, eight requests wait, and the last one was refused.
      #expect(await stage.becomes { $0.memory.taken == 6 << 20 && $0.memory.waiterCount == 8 })
      withExtendedLifetime(clients) {}
    }
  }

  @Test("Large bodies are read only once there is memory for them")
  func boundsBodies() async throws {
    try await HTTPStage.run(bounds: Self.bounds) { stage in
      let text = #"{"a":"\#(String(repeating: "x", count: 300_000))"}"#
      var clients: [RawClient] = []
      for _ in 0..<5 {
        let client = try await stage.client()
        try await client.send(stage.request("POST", "/ponder", body: text))
        clients.append(client)
      }
      #expect(await stage.becomes { $0.memory.waiterCount == 3 && $0.events.count("parsed") == 2 })
      let small = try await stage.client()
      try await small.send(stage.request("POST", "/ponder", body: "{}"))
      #expect(await stage.becomes { $0.events.count("parsed") == 3 })
      for client in clients { try await client.reset() }
      #expect(await stage.becomes { $0.memory.taken == 0 && $0.memory.waiterCount == 0 })
    }
  }

  @Test("A slow body releases its memory at its timeout")
  func cutsSlowBodies() async throws {
    try await HTTPStage.run({ $0.bodyTimeout = .seconds(2) }, bounds: Self.bounds) { stage in
      var slow: [RawClient] = []
      for _ in 0..<2 {
        let client = try await stage.client()
        try await client.send(stage.request("POST", "/ponder", ["Content-Length: 300000"]))
        slow.append(client)
      }
      for client in slow { #expect(try await client.end() != .open) }
      #expect(await stage.becomes { $0.memory.taken == 0 })
      #expect(stage.events.count("parsed") == 0)
    }
  }
}
