import Matrix
import Synchronization
import Testing

/// How requests share connections, and what happens to them on a dead one.
@Suite("Connections of the transport", .timeLimit(.minutes(2)))
struct ConnectionTests {
  @Test(
    "a request lost on a kept connection is not resent",
    arguments: [
      (HTTPRequest.Method.get, nil), (.delete, nil), (.put, nil), (.post, nil), (.put, []),
      (.put, [1, 2]), (.post, [1, 2]),
    ] as [(HTTPRequest.Method, [UInt8]?)])
  func noRepetition(method: HTTPRequest.Method, body: [UInt8]?) async throws {
    let server = try await StubServer.start { request in
      request.path == "/lost" ? Reply(manner: .dropped) : .json("{}")
    }
    try await withTransport { transport in
      _ = try await transport.send(try request(server))
      var lost = try request(server, "/lost")
      (lost.method, lost.body) = (method, body)
      let error = await failure { [lost] () async throws(TransportError) in
        try await transport.send(lost)
      }
      #expect(error == .connectionLost("the connection ended", beforeResponse: true))
      // The next request succeeds on another connection.
      #expect(try await transport.send(try request(server)).status == 200)
    }
    #expect(server.requests.map(\.path) == ["/", "/lost", "/"])
    #expect(server.requests.map { $0.connection == 1 } == [true, true, false])
    await server.stop()
  }

  @Test("a request does not wait for the end of a long poll", arguments: [false, true])
  func besidePoll(isSecure: Bool) async throws {
    let server = try await StubServer.start { request in
      request.path == "/poll" ? Reply(manner: .silent) : .json("{}")
    }
    let front = try TLSFront("localhost", before: server)
    let base = isSecure ? try await front.url() : server.url
    let poll = HTTPRequest(url: try #require(HTTPURL(base + "/poll")), timeout: .seconds(600))
    let ping = HTTPRequest(url: try #require(HTTPURL(base + "/ping")), timeout: .seconds(60))
    try await withTransport(trusting: "localhost") { transport in
      async let held = failure { () async throws(TransportError) in try await transport.send(poll) }
      try await eventually { server.requests.count == 1 }
      #expect(try await transport.send(ping).status == 200)
      await transport.close()
      #expect(await held == .cancelled)
    }
    front.stop()
    await server.stop()
  }

  @Test("after a deadline has passed, no kept connection is trusted")
  func forgetsAfterTimeout() async throws {
    let arrived = Atomic(0)
    let server = try await StubServer.start { request in
      guard request.path == "/together" else {
        return request.path == "/silent" ? Reply(manner: .silent) : .json("{}")
      }
      arrived.add(1, ordering: .relaxed)
      while arrived.load(ordering: .relaxed) < 2 { await Task.yield() }
      return .json("{}")
    }
    try await withTransport { transport in
      let together = try request(server, "/together")
      async let other = transport.send(together)
      _ = try await transport.send(together)
      _ = try await other
      let silent = try request(server, "/silent", timeout: .milliseconds(300))
      let error = await failure { () async throws(TransportError) in
        try await transport.send(silent)
      }
      #expect(error == .timedOut)
      _ = try await transport.send(try request(server))
    }
    #expect(server.requests.map(\.connection).last == 3)
    await server.stop()
  }

  @Test("a connection that is not made in time ends the request long before its deadline")
  func connectTimeout() async throws {
    // The server accepts connections, but never answers the TLS greeting.
    let server = try await RawServer.start(responses: [])
    var options = CurlTransport.Options()
    options.connectTimeout = .milliseconds(300)
    let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
    let start = ContinuousClock.now
    let error = try await withTransport(options) { transport in
      await failure { () async throws(TransportError) in
        try await transport.send(HTTPRequest(url: url, timeout: .seconds(600)))
      }
    }
    #expect(error == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(100))
    await server.stop()
  }
}
