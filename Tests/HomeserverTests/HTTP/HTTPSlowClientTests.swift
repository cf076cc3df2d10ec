import Testing

@testable import Homeserver

@Suite("HTTP clients that do not read")
struct HTTPSlowClientTests {
  private static func bounds(_ patience: Duration) -> AnswerMemory.Bounds {
    var bounds = AnswerMemory.Bounds()
    bounds.estimate = 3 << 20
    bounds.perUser = 6 << 20
    bounds.total = 12 << 20
    bounds.patience = patience
    return bounds
  }

  @Test("Answers are not made before those are sent that were made before")
  func holdsBack() async throws {
    try await HTTPStage.run(bounds: Self.bounds(.seconds(3600))) { stage in
      var clients: [RawClient] = []
      for _ in 0..<10 {
        let client = try await stage.client(receiveBuffer: 4096)
        try await client.send(stage.request("GET", "/great/ada"))
        clients.append(client)
      }
      #expect(await stage.becomes { $0.memory.waiterCount == 8 })
      try await stage.settle()
      #expect(stage.events.count("makes") == 2)
      #expect(stage.memory.taken == 6 << 20)
      // Others are not held up.
      let other = try await stage.client()
      try await other.send(stage.request("GET", "/great/grace"))
      #expect(try await other.response().body.count == 3 << 20)
      // Who reads lets all get theirs.
      try await withThrowingTaskGroup(of: Int.self) { group in
        for client in clients { group.addTask { try await client.response().body.count } }
        for try await count in group { #expect(count == 3 << 20) }
      }
      #expect(await stage.becomes { $0.memory.taken == 0 })
    }
  }

  @Test("Who waits for long gets the place of a client that takes nothing")
  func cutsOff() async throws {
    try await HTTPStage.run(bounds: Self.bounds(.milliseconds(100))) { stage in
      var clients: [RawClient] = []
      for _ in 0..<12 {
        let client = try await stage.client(receiveBuffer: 4096)
        try await client.send(stage.request("GET", "/great/ada"))
        clients.append(client)
      }
      // Who comes last waits longest, and is not cut off for anybody.
      #expect(await stage.becomes { $0.events.count("makes") + $0.memory.waiterCount == 12 })
      let last = try await stage.client()
      try await last.send(stage.request("GET", "/great/ada"))
      #expect(try await last.response().body.count == 3 << 20)
      #expect(stage.memory.taken <= 6 << 20)
      #expect(await stage.becomes { $0.server.connectionCount <= 3 })
    }
  }

  @Test("Answers to nobody in particular are bounded together")
  func boundsAll() async throws {
    try await HTTPStage.run(bounds: Self.bounds(.seconds(3600))) { stage in
      var clients: [RawClient] = []
      for _ in 0..<30 {
        let client = try await stage.client(receiveBuffer: 4096)
        try await client.send(stage.request("GET", "/big"))
        #expect(try await client.byte() == UInt8(ascii: "H"))
        clients.append(client)
      }
      #expect(await stage.becomes { $0.server.connectionCount == 4 && $0.memory.taken == 12 << 20 })
    }
  }

  @Test("Bodies are not read before there is room for them; small ones need none")
  func boundsBodies() async throws {
    try await HTTPStage.run(bounds: Self.bounds(.seconds(3600))) { stage in
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

  @Test("Who sends a body slowly makes way for who waits")
  func cutsSlowBodies() async throws {
    try await HTTPStage.run(bounds: Self.bounds(.milliseconds(100))) { stage in
      var slow: [RawClient] = []
      for _ in 0..<2 {
        let client = try await stage.client()
        try await client.send(stage.request("POST", "/ponder", ["Content-Length: 300000"]))
        slow.append(client)
      }
      #expect(await stage.becomes { $0.memory.taken > 4 << 20 })
      let client = try await stage.client()
      let text = #"{"a":"\#(String(repeating: "x", count: 300_000))"}"#
      try await client.send(stage.request("POST", "/ponder", body: text))
      #expect(await stage.becomes { $0.events.count("parsed") == 1 })
      #expect(await stage.becomes { $0.server.connectionCount == 2 })
      withExtendedLifetime(slow) {}
    }
  }

  @Test("Who has sent a whole body is not cut off while it is worked on")
  func keepsWholeBodies() async throws {
    try await HTTPStage.run(bounds: Self.bounds(.milliseconds(50))) { stage in
      let text = #"{"a":"\#(String(repeating: "x", count: 300_000))"}"#
      var clients: [RawClient] = []
      for count in 1...3 {
        let client = try await stage.client()
        try await client.send(stage.request("POST", "/ponder", body: text))
        clients.append(client)
        if count < 3 { #expect(await stage.becomes { $0.events.count("parsed") == count }) }
      }
      #expect(await stage.becomes { $0.memory.waiterCount == 1 })
      // Another one is, which shows that it was looked for such clients.
      for _ in 0..<2 {
        let slow = try await stage.client(receiveBuffer: 4096)
        try await slow.send(stage.request("GET", "/great/grace"))
        clients.append(slow)
      }
      #expect(await stage.becomes { $0.memory.taken > 10 << 20 })
      let last = try await stage.client()
      try await last.send(stage.request("GET", "/great/grace"))
      #expect(try await last.response().body.count == 3 << 20)
      #expect(stage.events.count("parsed") == 2 && stage.memory.waiterCount == 1)
      withExtendedLifetime(clients) {}
    }
  }
}
