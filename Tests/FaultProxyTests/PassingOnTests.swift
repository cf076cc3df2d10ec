import FaultProxy
import Glibc
import NIOHTTP1
import Synchronization
import Testing

@Suite("Pass-through of the fault proxy", .timeLimit(.minutes(1)))
struct PassingOnTests {
  @Test("requests and responses pass through unchanged over persistent connections")
  func plain() async throws {
    let handler: TestServer.Handler = { request in
      .init(
        status: 201, headers: [("X-One", "1"), ("Set-Cookie", "a"), ("Set-Cookie", "b")],
        body: "got \(request.body)")
    }
    try await Stage.with(handler: handler) { stage in
      let responses = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try (1...3).map { number in
          try connection.send(
            request("PUT", "/a%20b?q=\(number)&r", body: "hello \(number)", "X-Two: 2"))
          return try connection.read(until: "got hello \(number)")
        }
      }

      #expect(
        responses
          == (1...3).map {
            "HTTP/1.1 201 Created\r\nX-One: 1\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n"
              + "Content-Length: 11\r\n\r\ngot hello \($0)"
          })
      #expect(stage.server.targets == (1...3).map { "/a%20b?q=\($0)&r" })
      #expect(stage.server.connectionCount == 1)
      let last = try #require(stage.server.requests.last)
      #expect(last.headers["X-Two"] == ["2"])
      #expect(last.headers["Host"] == ["127.0.0.1:\(stage.server.port)"])
      let noted = stage.proxy.requests
      #expect(noted.map(\.number) == [0, 1, 2])
      #expect(noted.allSatisfy { $0.method == "PUT" && $0.path == "/a%20b" && $0.status == 201 })
      #expect(noted.map(\.query) == ["q=1&r", "q=2&r", "q=3&r"])
      #expect(noted.map(\.time) == noted.map(\.time).sorted())
    }
  }

  @Test("the trace tells of a request before the server gets it, and after its response")
  func trace() async throws {
    let moments = Mutex<[String]>([])
    let trace: FaultProxy.Trace = { request in
      moments.withLock { $0.append("\(request.method) \(request.path) \(request.isAnswered)") }
    }
    let handler: TestServer.Handler = { _ in
      moments.withLock { $0.append("server") }
      return .init()
    }
    try await Stage.with(trace: trace, handler: handler) { stage in
      _ = try await stage.exchange("PUT", "/a?b")
      try await eventually { moments.withLock { $0.count == 3 } }
      #expect(moments.withLock { $0 } == ["PUT /a false", "server", "PUT /a true"])
    }
  }

  @Test("pipelined requests get their responses in order")
  func pipelining() async throws {
    try await Stage.with(handler: { .init(body: $0.target) }) { stage in
      let text = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send((1...20).map { request("GET", "/\($0);") }.joined())
        return try connection.read(until: "/20;")
      }
      #expect(text.split(separator: "\r\n\r\n").count == 21)
      #expect(stage.server.targets == (1...20).map { "/\($0);" })
    }
  }

  @Test("chunks pass in both directions, and an HTTP/1.0 client gets none")
  func chunks() async throws {
    let handler: TestServer.Handler = { .init(chunks: ["one ", "two ", $0.body]) }
    try await Stage.with(handler: handler) { stage in
      let body = "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
      let head =
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
      let new = try await RawConnection.exchange(port: stage.proxy.port, head + body)
      #expect(new.body == "4\r\none \r\n4\r\ntwo \r\n5\r\nabcde\r\n0\r\n\r\n")

      let old = try await RawConnection.exchange(
        port: stage.proxy.port, "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nxyz")
      #expect(old.body == "one two xyz")
      #expect(old.ending == .closed)
    }
  }

  @Test("responses without a body leave the connection in step", arguments: ["HEAD", "GET"])
  func noBody(method: String) async throws {
    let handler: TestServer.Handler = {
      $0.method == "HEAD" ? .init() : .init(status: $0.target == "/end" ? 200 : 204)
    }
    try await Stage.with(handler: handler) { stage in
      let text = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send(request(method, "/first"))
        let first = try connection.read(until: "\r\n\r\n")
        try connection.send(request("GET", "/end", "Connection: close"))
        return first + connection.readRest().text
      }
      #expect(text.split(separator: "HTTP/1.1 ").count == 2)
    }
  }

  @Test("a client that expects 100 Continue before its body receives it")
  func expectation() async throws {
    try await Stage.with(handler: { .init(body: $0.body) }) { stage in
      let text = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send(
          "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        let asked = try connection.read(until: "\r\n\r\n")
        try connection.send("body")
        return asked + (try connection.read(until: "body"))
      }
      #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    }
  }

  @Test("a long poll waits as long as the server does and ends with its client")
  func longPoll() async throws {
    let gate = Gate()
    try await Stage.with(
      handler: { request in
        if request.target == "/poll" { await gate.wait() }
        return .init()
      }
    ) { stage in
      async let poll = stage.exchange("GET", "/poll")
      try await eventually { stage.server.targets == ["/poll"] }
      #expect(try await stage.exchange("GET", "/other").body == "ok")
      #expect(stage.proxy.requests.map(\.isAnswered) == [false, true])
      gate.open()
      #expect(try await poll.body == "ok")

      gate.close()
      try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send(request("GET", "/poll"))
        // The server has the request when the client disconnects.
        while stage.server.targets.count < 3 { usleep(1_000) }
      }
      try await eventually { stage.server.openConnections == 0 }
      gate.open()
    }
  }

  @Test("a hundred clients are served at once")
  func manyClients() async throws {
    let gate = Gate()
    try await Stage.with(
      handler: { request in
        await gate.wait()
        return .init(body: request.target)
      }
    ) { stage in
      try await withThrowingTaskGroup { group in
        for number in 0..<100 {
          group.addTask {
            let response = try await stage.exchange("GET", "/\(number)")
            #expect(response.body == "/\(number)")
          }
        }
        group.addTask {
          try await eventually { stage.server.targets.count == 100 }
          gate.open()
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("a client that does not read stops the server: no body piles up between them")
  func slowReader() async throws {
    let piece = String(repeating: "x", count: 1 << 16)
    let total = 1_600 << 16
    try await Stage.with(
      handler: { _ in .init(chunks: Array(repeating: piece, count: 1_600)) }
    ) { stage in
      let written = try await RawConnection.perform(port: stage.proxy.port) { connection in
        try connection.send(request("GET", "/", "Connection: close"))
        _ = try connection.read(until: "\r\n\r\n")
        let written = Self.standstill { stage.server.writtenBytes }
        #expect(connection.readRest().text.utf8.count > total)
        return written
      }
      #expect(written < Self.mostInSystem)
    }
  }

  /// The kernel buffers up to 36 MiB for each connection, and there are two.
  private static let mostInSystem = 72 << 20

  /// Waits until a number has not changed for half a second, and returns it.
  private static func standstill(_ number: () -> Int) -> Int {
    var (value, rounds) = (number(), 0)
    while rounds < 50 {
      usleep(10_000)
      let next = number()
      rounds = next == value ? rounds + 1 : 0
      value = next
    }
    return value
  }

  @Test("a server that does not read stops the client")
  func deafServer() async throws {
    let server = try DeafServer()
    let proxy = try await FaultProxy.start(before: "http://127.0.0.1:\(server.port)")
    let total = 100 << 20
    let sent = try await RawConnection.perform(port: proxy.port) { connection in
      try connection.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(total)\r\n\r\n")
      return connection.sendUntilStuck(total)
    }
    #expect(sent < Self.mostInSystem)
    // Stopping works even while a write waits.
    await proxy.stop()
  }

  @Test("a server that is missing or disconnects ends the client's connection")
  func noServer() async throws {
    let server = try await TestServer.start { _ in .init(body: "0123456789", cut: 4) }
    let proxy = try await FaultProxy.start(before: server.url)
    let cut = try await RawConnection.exchange(port: proxy.port, request())
    #expect(cut.body == "0123")
    #expect(cut.ending == .closed)
    #expect(proxy.requests.map(\.isAnswered) == [false])

    await server.stop()
    let gone = try await RawConnection.exchange(port: proxy.port, request())
    #expect(gone == .init(text: "", ending: .closed))
    #expect(proxy.requests.map(\.status) == [200, nil])
    await proxy.stop()
    await #expect(throws: RawConnection.SystemFailure.self) {
      try await RawConnection.exchange(port: proxy.port, request())
    }
  }

  @Test("the proxy reconnects to a server that closed an idle connection")
  func serverCloses() async throws {
    try await Stage.with(handler: { _ in .init(headers: [("Connection", "close")]) }) { stage in
      let count = try await RawConnection.perform(port: stage.proxy.port) { connection in
        for _ in 0..<3 {
          try connection.send(request())
          _ = try connection.read(until: "ok")
        }
        return 3
      }
      #expect(stage.server.connectionCount == count)
    }
  }

  @Test(
    "the proxy accepts only a server on this machine",
    arguments: [
      "https://127.0.0.1:1", "http://example.org:80", "http://127.0.0.1", "127.0.0.1:80",
      "http://127.0.0.1:80/path", "http://127.0.0.1:99999", "http://127.0.0.1:0", "",
    ])
  func addresses(url: String) async {
    await #expect(throws: FaultProxy.Failure.unusableAddress(url)) {
      try await FaultProxy.start(before: url)
    }
  }
}
