import Matrix
import Testing

import struct HTTPTypes.HTTPField

@Suite("Redirects")
struct RedirectTests {
  @Test("a redirect is not followed unless the request allows it")
  func notFollowed() async throws {
    let server = try await StubServer.start { _ in .redirect(to: "/elsewhere") }
    let response = try await withTransport { transport in
      try await transport.send(try request(server))
    }

    #expect(response.status == 302)
    #expect(server.requests.count == 1)
    await server.stop()
  }

  @Test("the token is kept within an origin and dropped at another")
  func tokenStays() async throws {
    let other = try await StubServer.start { _ in .json("{\"from\":\"other\"}") }
    let server = try await StubServer.start { [other] request in
      request.path == "/1" ? .redirect(to: "/2") : .redirect(to: other.url + "/3", status: 307)
    }
    let response = try await withTransport { transport in
      try await transport.send(try redirected(server))
    }

    #expect(response.status == 200)
    #expect(server.requests.map(\.authorization) == ["Bearer secret", "Bearer secret"])
    #expect(other.requests.map(\.path) == ["/3"])
    #expect(other.requests.map(\.authorization) == [nil])
    await server.stop()
    await other.stop()
  }

  @Test("the fourth redirect is refused, and so is a loop")
  func circle() async throws {
    let server = try await StubServer.start { _ in .redirect(to: "/1") }
    #expect(try await error(server) == .insecure("too many redirects"))
    #expect(server.requests.count == 4)
    await server.stop()
  }

  @Test(
    "a redirect to a forbidden place is refused",
    arguments: [
      "http://example.org/", "file:///etc/passwd", "https://user@example.org/", "gopher://x/",
    ])
  func refused(location: String) async throws {
    let server = try await StubServer.start { _ in .redirect(to: location) }
    let error = try #require(try await error(server))
    switch error {
    case .insecure, .malformed: break
    default: Issue.record("\(error)")
    }
    #expect(server.requests.count == 1)
    await server.stop()
  }

  private func redirected(_ server: StubServer) throws -> HTTPRequest {
    var request = try request(server, "/1")
    request.maxRedirects = 3
    request.headers[.authorization] = "Bearer secret"
    return request
  }

  private func error(_ server: StubServer) async throws -> TransportError? {
    try await withTransport { transport in
      let request = try redirected(server)
      return await failure { () async throws(TransportError) in try await transport.send(request) }
    }
  }
}
