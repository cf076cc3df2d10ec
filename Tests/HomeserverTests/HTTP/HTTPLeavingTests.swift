import NIOCore
import Testing

@testable import Homeserver

@Suite("HTTP clients that disconnect")
struct HTTPLeavingTests {
  @Test(
    "A waiting request is cancelled within a second when its client disconnects",
    arguments: [true, false])
  func cancels(byReset: Bool) async throws {
    try await HTTPStage.run { stage in
      var clients: [RawClient] = []
      for _ in 0..<20 {
        let client = try await stage.client()
        try await client.send(stage.request("GET", "/wait"))
        clients.append(client)
      }
      #expect(await stage.events.happens("waits", times: 20))
      #expect(stage.events.count("cancelled") == 0)
      for client in clients where byReset { try await client.reset() }
      clients = []
      #expect(await stage.events.happens("cancelled", times: 20))
      #expect(await stage.hasConnections(0))
    }
  }

  @Test("A client that closes its side after the request still gets a quick response")
  func answersHalfClosed() async throws {
    try await HTTPStage.run {
      $0.halfCloseGrace = .minutes(10)
    } _: { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/nap"))
      try await client.finish()
      let text = try await client.rest()
      #expect(text.hasPrefix("HTTP/1.1 200 "))
      #expect(text.hasSuffix("rested"))
    }
  }

  @Test("A connection stays open after a request that waited")
  func keepsConnection() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      for _ in 0..<3 {
        try await client.send(stage.request("GET", "/nap"))
        let response = try await client.response()
        #expect(response.text == "rested")
        #expect(response.headers["connection"] == nil)
      }
      #expect(stage.server.connectionCount == 1)
    }
  }

  @Test("Requests queued behind a waiting one end with it when the client disconnects")
  func cancelsQueue() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/wait") + stage.request("GET", "/wait"))
      #expect(await stage.events.happens("waits"))
      try await client.reset()
      #expect(await stage.events.happens("cancelled"))
      #expect(await stage.hasConnections(0))
    }
  }
}
