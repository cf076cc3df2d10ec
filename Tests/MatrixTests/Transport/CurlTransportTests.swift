import Matrix
import Synchronization
import Testing

import struct HTTPTypes.HTTPFields

@Suite("Curl transport")
struct CurlTransportTests {
  @Test("a request and its response arrive complete")
  func exchange() async throws {
    let server = try await StubServer.start { _ in
      .json("{\"a\":1}", status: 201).with { $0.headers[.age] = "yes" }
    }
    let response = try await withTransport { transport in
      var request = try request(server, "/a%2Fb?c=%26")
      request.method = .put
      request.headers[.from] = "there"
      request.body = Array("body".utf8)
      return try await transport.send(request)
    }

    #expect(response.status == 201)
    #expect(response.headers[.age] == "yes")
    #expect(String(decoding: response.body, as: UTF8.self) == "{\"a\":1}")
    let got = try #require(server.requests.first)
    #expect(got.method == "PUT")
    #expect(got.path == "/a%2Fb")
    #expect(got.query == "c=%26")
    #expect(got.headers[.from] == "there")
    #expect(got.headers[.userAgent] == "chat-tui")
    #expect(got.text == "body")
    await server.stop()
  }

  @Test("the progress of an upload is reported up to its end")
  func uploadProgress() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    let counts = Mutex<[Int]>([])
    let size = 4 << 20
    try await withTransport { transport in
      var request = try request(server)
      request.method = .post
      request.body = [UInt8](repeating: 7, count: size)
      request.onUpload = { count in counts.withLock { $0.append(count) } }
      _ = try await transport.send(request)
    }

    let seen = counts.withLock { $0 }
    #expect(seen.last == size)
    #expect(seen == seen.sorted())
    #expect(server.requests.first?.text.utf8.count == size)
    await server.stop()
  }

  @Test("the first request waits until the library may be opened, the next ones do not")
  func opensLate() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    let start = ContinuousClock.now + .milliseconds(200)
    var options = CurlTransport.Options()
    options.opensNotBefore = start
    let transport = CurlTransport(options: options)
    async let early = transport.send(try request(server))
    #expect(try await early.status == 200)
    #expect(ContinuousClock.now >= start)
    #expect(try await transport.send(try request(server)).status == 200)
    await transport.close()
    await server.stop()
  }

  @Test("forgotten connections carry no later request; requests in flight continue")
  func forgotten() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    try await withTransport { transport in
      for _ in 0..<2 { _ = try await transport.send(try request(server)) }
      #expect(server.connectionCount == 1)
      async let late = transport.send(try request(server, "/late"))
      transport.forgetConnections()
      _ = try await transport.send(try request(server))
      #expect(server.connectionCount >= 2)
      #expect(try await late.status == 200)
    }
    await server.stop()
  }

  @Test("a missing server is unreachable at once")
  func refused() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    await server.stop()
    let start = ContinuousClock.now
    let error = try await withTransport { transport in
      let request = try request(server, timeout: .seconds(600))
      return await failure { () async throws(TransportError) in try await transport.send(request) }
    }

    #expect(error == .unreachable("connection refused"))
    #expect(ContinuousClock.now - start < .seconds(120))
  }

  @Test("a silent server runs into the deadline")
  func silent() async throws {
    let error = try await self.error(timeout: .milliseconds(300)) { $0.manner = .silent }
    #expect(error == .timedOut)
  }

  @Test("a stalled response runs into the deadline")
  func stalledBody() async throws {
    let error = try await self.error(timeout: .milliseconds(300)) { $0.manner = .stalled(after: 3) }
    #expect(error == .timedOut)
  }

  @Test("a stalled response runs into the idle timeout long before the deadline")
  func idle() async throws {
    let server = try await StubServer.start { _ in
      Reply(body: Array("0123456789".utf8), manner: .stalled(after: 3))
    }
    let start = ContinuousClock.now
    let error = try await withTransport { transport in
      var request = try request(server, timeout: .seconds(600))
      request.idleTimeout = .milliseconds(300)
      return await failure { [request] () async throws(TransportError) in
        try await transport.send(request)
      }
    }

    #expect(error == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(120))
    await server.stop()
  }

  @Test("a connection that ends before the response is distinguished from one that ends within it")
  func lost() async throws {
    guard case .connectionLost(_, beforeResponse: true) = try await error({ $0.manner = .dropped })
    else {
      Issue.record("a dropped request is not told as lost before the answer")
      return
    }
    let within = try await error { $0.manner = .cut(after: 3) }
    guard case .connectionLost(_, beforeResponse: false) = within else {
      Issue.record("an answer that was cut gives \(String(describing: within))")
      return
    }
  }

  @Test("a body over the limit is refused by its length, or by counting without one")
  func cap() async throws {
    let byLength = try await error(cap: 9) { $0.manner = .whole }
    let byCount = try await error(cap: 1 << 20) { reply in
      reply.manner = .endless
      reply.body = [UInt8](repeating: 0x20, count: 1 << 16)
    }

    #expect(byLength == .tooLarge)
    #expect(byCount == .tooLarge)
    #expect(try await error(cap: 10) { $0.manner = .whole } == nil)
  }

  @Test("cancelling the task soon ends the request with one error")
  func cancel() async throws {
    let server = try await StubServer.start { _ in Reply(manner: .silent) }
    try await withTransport { transport in
      let request = try request(server, timeout: .seconds(600))
      let task = Task {
        await failure { () async throws(TransportError) in try await transport.send(request) }
      }
      try await eventually { server.requests.count == 1 }
      task.cancel()
      #expect(await task.value == .cancelled)
      try await eventually { server.openConnections == 0 }
    }
    await server.stop()
  }

  @Test("a closed transport sends nothing")
  func closed() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    let transport = CurlTransport()
    await transport.close()
    let request = try request(server)
    let error = await failure { () async throws(TransportError) in
      try await transport.send(request)
    }

    #expect(error == .cancelled)
    #expect(server.requests.isEmpty)
    await server.stop()
  }

  @Test("plain HTTP to another machine is refused before anything is sent")
  func insecure() async throws {
    let error = try await withTransport { transport in
      let url = try #require(HTTPURL("http://example.org/"))
      return await failure { () async throws(TransportError) in
        try await transport.send(HTTPRequest(url: url))
      }
    }
    #expect(error == .insecure("plain HTTP to example.org"))
  }

  @Test(
    "a response that is not HTTP is reported as malformed", arguments: RawServer.malformedResponses)
  func malformed(response: String) async throws {
    guard case .failure(.malformed) = try await result(of: response) else {
      Issue.record("\(try await result(of: response))")
      return
    }
  }

  @Test("a truncated response is reported as lost", arguments: RawServer.brokenResponses)
  func broken(response: String) async throws {
    guard case .failure(.connectionLost(_, beforeResponse: false)) = try await result(of: response)
    else {
      Issue.record("\(try await result(of: response))")
      return
    }
  }

  @Test("interim responses before and data after the response are skipped")
  func interim() async throws {
    let response = try await result(
      of: "HTTP/1.1 103 Early Hints\r\nX: early\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nY:  there \r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2\r\nok\r\n0\r\nZ: late\r\n\r\n"
    ).get()

    #expect(response.status == 200)
    #expect(response.headers.map(\.name.rawName) == ["Y", "Transfer-Encoding"])
    #expect(response.headers.first?.value == "there")
    #expect(response.body == Array("ok".utf8))
  }

  @Test("a header field cannot inject another one")
  func injection() async throws {
    let server = try await StubServer.start { _ in .json("{}") }
    try await withTransport { transport in
      var request = try request(server)
      request.headers[.authorization] = "Bearer a\r\nFrom: b"
      _ = try await transport.send(request)
    }

    let sent = try #require(server.requests.first).headers
    #expect(sent[.authorization] == "Bearer a  From: b")
    #expect(sent[.from] == nil)
    await server.stop()
  }

  /// The result of a request to a server that sends this response.
  private func result(of response: String) async throws -> Result<HTTPResponse, TransportError> {
    let server = try await RawServer.start(response: response)
    let url = try #require(HTTPURL("http://127.0.0.1:\(server.port)/"))
    let result = try await withTransport { transport in
      do throws(TransportError) {
        return Result<HTTPResponse, TransportError>.success(
          try await transport.send(HTTPRequest(url: url)))
      } catch {
        return .failure(error)
      }
    }
    await server.stop()
    return result
  }

  /// The error of one request to a server that sends ten bytes.
  private func error(
    timeout: Duration = .seconds(30), cap: Int = HTTPRequest.largestBody,
    _ change: (inout Reply) -> Void
  ) async throws -> TransportError? {
    var reply = Reply(body: Array("0123456789".utf8))
    change(&reply)
    let server = try await StubServer.start { [reply] _ in reply }
    let error = try await withTransport { transport in
      var request = try request(server, timeout: timeout)
      request.maxBodyBytes = cap
      return await failure { [request] () async throws(TransportError) in
        try await transport.send(request)
      }
    }
    await server.stop()
    return error
  }
}
