import NIOCore
import Testing

@testable import Homeserver

@Suite("HTTP connections")
struct HTTPConnectionTests {
  @Test("Pipelined requests get their responses in order")
  func pipelines() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request("GET", "/nap") + stage.request("POST", "/body", body: "abc")
          + stage.request("GET", "/echo/a/b"))
      #expect(try await client.response().text == "rested")
      #expect(try await client.response().text == "3")
      #expect(try await client.response().text == "a|b")
    }
  }

  @Test("Too many pipelined requests end the connection after the responses to the queued ones")
  func boundsQueue() async throws {
    try await HTTPStage.run {
      $0.queuedRequests = 3
    } _: { stage in
      let client = try await stage.client()
      let requests = (0..<20).map { stage.request("GET", "/echo/a/\($0)") }
      try await client.send(stage.request("GET", "/nap") + requests.joined())
      #expect(try await client.response().text == "rested")
      #expect(try await client.response().text == "a|0")
      let last = try await client.response()
      #expect(last.text == "a|1")
      #expect(last.headers["connection"] == "close")
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test(
    "Connection: close in any spelling ends the connection, and later bytes are dropped",
    arguments: ["close", "Close", "CLOSE", "x, close", "keep-alive, Close"])
  func closesOnRequest(value: String) async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request("GET", "/echo/a/b", ["Connection: \(value)"])
          + stage.request("POST", "/deed", body: ""))
      let response = try await client.response()
      #expect(response.text == "a|b")
      #expect(response.headers["connection"] == "close")
      #expect(try await client.end() == .closed)
      #expect(stage.events.count("deed") == 0)
    }
  }

  @Test("An HTTP/1.0 connection ends after its response")
  func closesOldProtocol() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send("GET /echo/a/b HTTP/1.0\r\nHost: localhost:\(stage.port)\r\n\r\n")
      #expect(try await client.response().text == "a|b")
      #expect(try await client.end() == .closed)
    }
  }

  @Test(
    "After the last response the server closes its side at once, and the connection a little later")
  func closesInTwoSteps() async throws {
    try await HTTPStage.run {
      $0.closeDelay = .minutes(10)
    } _: { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/echo/a/b", ["Connection: close"]))
      _ = try await client.response()
      #expect(try await client.end() == .closed)
      // The other half is still open: the server drops the bytes without a reset.
      try await client.send("anything")
      #expect(try await client.end(within: 0.1) == .closed)
      #expect(stage.server.connectionCount == 1)
    }
  }

  @Test("A slow head ends the connection")
  func boundsHeads() async throws {
    try await HTTPStage.run {
      $0.idleTimeout = .milliseconds(300)
    } _: { stage in
      let client = try await stage.client()
      try await client.send("GET /echo/a/b HTTP/1.1\r\nX-A: ")
      #expect(await client.drips() != .open)
    }
  }

  @Test("An idle connection ends, one that waits for its response does not")
  func boundsIdleness() async throws {
    try await HTTPStage.run {
      $0.idleTimeout = .seconds(3)
    } _: { stage in
      let waiting = try await stage.client()
      try await waiting.send(stage.request("GET", "/wait"))
      #expect(await stage.events.happens("waits"))
      let used = try await stage.client()
      try await used.send(stage.request("GET", "/echo/a/b"))
      _ = try await used.response()
      let silent = try await stage.client()
      #expect(try await used.end() == .closed)
      #expect(try await silent.end() == .closed)
      #expect(try await waiting.end(within: 0.1) == .open)
      #expect(stage.events.count("cancelled") == 0)
    }
  }

  @Test("A slow body ends the connection")
  func boundsBodies() async throws {
    try await HTTPStage.run {
      $0.bodyTimeout = .milliseconds(300)
    } _: { stage in
      let client = try await stage.client()
      try await client.send(stage.request("POST", "/upload", ["Content-Length: 10000"]))
      #expect(await client.drips() != .open)
      #expect(await stage.hasConnections(0))
      #expect(stage.events.count("uploaded") == 0)
    }
  }

  @Test("A long body that keeps arriving gets more time")
  func extendsTimeOfBodies() async throws {
    try await HTTPStage.run {
      $0.bodyTimeout = .milliseconds(300)
      $0.slowestBody = 1000
    } _: { stage in
      let client = try await stage.client()
      let part = String(repeating: "a", count: 30_000)
      try await client.send(stage.request("POST", "/upload", ["Content-Length: 60000"]) + part)
      #expect(try await client.end(within: 0.7) == .open)
      try await client.send(part)
      #expect(try await client.response().text == "60000")
    }
  }

  /// One field that is too long, three that are too long together, and too many fields.
  private static let longHeads = [
    "X: " + String(repeating: "a", count: 17 << 10),
    (0..<3).map { "X-\($0): " + String(repeating: "a", count: 12 << 10) }
      .joined(separator: "\r\n"),
    (0..<70).map { "X-\($0): a" }.joined(separator: "\r\n"),
  ]

  @Test("A head over its limits is refused, and the connection ends", arguments: 0..<3)
  func boundsHeadSize(kind: Int) async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/echo/a/b", [Self.longHeads[kind]]))
      #expect(try await client.response().status == 400)
      #expect(try await client.end() != .open)
    }
  }

  @Test("A target over its limit is refused at once")
  func boundsTarget() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      let target = "/" + String(repeating: "a", count: 1 << 20)
      _ = try? await client.sendSome(Array(stage.request("GET", target).utf8), within: 1)
      #expect(try await client.response().status == 400)
    }
  }

  @Test(
    "An invalid target is refused",
    arguments: ["/%zz", "/a%ff", "/echo/%00/b", "*", "/a?x=%z1", "/\u{E4}/b"])
  func refusesTargets(target: String) async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", target))
      #expect(try await client.response().status == 400)
    }
  }

  @Test(
    "Bytes that are not HTTP are refused, and the connection ends",
    arguments: [
      "nonsense\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET / HTTP/3.0\r\n\r\n",
      "GET /echo/a/b HTTP/1.1\nHost: a\n\n", "GET /echo/a/b HTTP/1.1\r\n folded: a\r\n\r\n",
    ])
  func refusesNonsense(text: String) async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(text)
      try await client.finish()
      let response = try await client.rest()
      #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 400 "))
      let other = try await stage.client()
      try await other.send(stage.request("GET", "/echo/a/b"))
      #expect(try await other.response().status == 200)
    }
  }

  @Test("A request to upgrade the protocol gets an HTTP/1.1 response, and is the last request")
  func refusesUpgrades() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      let upgrade = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c"]
      try await client.send(
        stage.request("GET", "/nap", upgrade) + stage.request("POST", "/deed", body: ""))
      let response = try await client.response()
      #expect(response.text == "rested")
      #expect(response.headers["connection"] == "close")
      #expect(try await client.end() != .open)
      #expect(stage.events.count("deed") == 0)
      // The server buffers nothing before the response.
      let other = try await stage.client()
      try await other.send(stage.request("GET", "/wait", upgrade))
      #expect(await stage.events.happens("waits"))
      let sent = try await other.sendSome([UInt8](repeating: 0, count: 64 << 20), within: 0.5)
      #expect(sent < 24 << 20)
    }
  }

  @Test("A request to upgrade the protocol may have a body")
  func takesBodyOfUpgrade() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(
        stage.request(
          "POST", "/upload", ["Connection: Upgrade", "Upgrade: h2c", "Content-Length: 1000000"]))
      try await client.send([UInt8](repeating: 0, count: 1_000_000))
      #expect(try await client.response().text == "1000000")
      #expect(try await client.end() != .open)
    }
  }

  @Test("With all connections in use, a new client waits for its turn")
  func boundsConnections() async throws {
    try await HTTPStage.run {
      $0.connections = 4
    } _: { stage in
      var clients: [RawClient] = []
      for _ in 0..<12 {
        let client = try await stage.client()
        try await client.send(stage.request("GET", "/wait"))
        clients.append(client)
      }
      #expect(await stage.events.happens("waits", times: 4))
      let last = try await stage.client()
      try await last.send(stage.request("GET", "/echo/a/b"))
      await #expect(throws: RawClient.Failure.self) { try await last.response(within: 0.1) }
      // The system accepts a few at once.
      #expect(stage.server.connectionCount < 12)
      clients = []
      #expect(try await last.response().text == "a|b")
    }
  }

  /// Whether the server answers a client, which may be so slow that it was taken for one that asks
  /// nothing, and then connects again.
  private static func isAnswered(_ client: RawClient, in stage: HTTPStage) async -> Bool {
    var client: RawClient? = client
    for _ in 0..<20 {
      try? await client?.send(stage.request("GET", "/echo/a/b"))
      if let response = try? await client?.response() { return response.text == "a|b" }
      client = try? await stage.client()
    }
    return false
  }

  @Test("Silent connections make way for new ones, and those that wait for a response stay")
  func idleConnectionsMakeWay() async throws {
    try await HTTPStage.run {
      $0.connections = 16
    } _: { stage in
      let waiting = try await stage.client()
      try await waiting.send(stage.request("GET", "/wait"))
      let uploading = try await stage.client()
      try await uploading.send(
        stage.request(
          "POST", "/own-upload", ["Content-Length: 1000000", "Authorization: Bearer known"]) + "a")
      #expect(await stage.events.happens("waits"))
      #expect(await stage.events.happens("piece"))
      var clients: [RawClient] = []
      for number in 0..<60 {
        let client = try await stage.client()
        clients.append(client)
        switch number % 4 {
        case 0: break
        case 1: try? await client.send("GET /echo/a/b HTT")
        case 2:
          // Anybody can send a wrong token.
          let fields = ["Content-Length: 9", "Authorization: Bearer made-up"]
          try? await client.send(stage.request("POST", "/upload", fields) + "a")
        default: #expect(await Self.isAnswered(client, in: stage))
        }
      }
      #expect(await Self.isAnswered(try await stage.client(), in: stage))
      #expect(stage.events.count("cancelled") == 0)
      try await uploading.send([UInt8](repeating: 0, count: 999_999))
      #expect(try await uploading.response().text == "1000000")
      #expect(try await waiting.end(within: 0.1) == .open)
    }
  }

  @Test("A response that a slow client still reads is not cut off for others")
  func unreadResponsesStay() async throws {
    try await HTTPStage.run {
      $0.connections = 8
    } _: { stage in
      let slow = try await stage.client(receiveBuffer: 4096)
      try await slow.send(stage.request("GET", "/big"))
      #expect(await stage.allAreHeldBack())
      var clients: [RawClient] = []
      for _ in 0..<20 { clients.append(try await stage.client()) }
      #expect(await Self.isAnswered(try await stage.client(), in: stage))
      #expect(try await slow.response().body.count == 3 << 20)
    }
  }
}
