import HTTPTypes
import Testing

@testable import Matrix

@Suite("The port that a browser comes back to")
struct LoopbackListenerTests {
  private let transport = CurlTransport()

  private func get(
    _ port: Int, _ target: String, method: Matrix.HTTPRequest.Method = .get
  ) async throws -> Matrix.HTTPResponse {
    let url = try #require(HTTPURL("http://127.0.0.1:\(port)\(target)"))
    return try await transport.send(
      Matrix.HTTPRequest(method: method, url: url, body: method == .get ? nil : []))
  }

  @Test("responds with a page to the expected request alone, which it takes as often as it comes")
  func expected() async throws {
    let listener = try #require(LoopbackListener { $0 == "/right" && $1 == "a=b" })
    for target in ["/", "/right", "/right?a=c", "/wrong?a=b", "//right?a=b", "/right?a=b&a=b"] {
      let response = try await get(listener.port, target)
      #expect(response.status == 404, "\(target)")
      #expect(response.body.isEmpty)
    }
    #expect(try await get(listener.port, "/right?a=b", method: .post).status == 405)
    for _ in 0..<2 {
      let response = try await get(listener.port, "/right?a=b")
      #expect(response.status == 200)
      #expect(String(decoding: response.body, as: UTF8.self).contains("Go back to chat-tui"))
      #expect(response.headers[.referrerPolicy] == "no-referrer")
      #expect(response.headers[.cacheControl] == "no-store")
    }
    await transport.close()
  }

  @Test("a head without an end is refused, and connections that say nothing are displaced")
  func hostile() async throws {
    let listener = try #require(LoopbackListener { path, _ in path == "/right" })
    let url = try #require(HTTPURL("http://127.0.0.1:\(listener.port)/right"))
    var long = Matrix.HTTPRequest(url: url)
    long.headers[try #require(HTTPField.Name("X-Long"))] = String(repeating: "a", count: 40_000)
    // The response may be lost with the connection.
    let status = try? await transport.send(long).status
    #expect(status == 400 || status == nil)
    let idle = try (0..<20).map { _ in try IdleConnection(listener.port) }
    #expect(try await get(listener.port, "/right").status == 200)
    try await eventually { idle.filter { !$0.isOpen }.count >= 12 }
    await transport.close()
  }

  @Test("nothing listens after the end")
  func ends() async throws {
    var listener = LoopbackListener { _, _ in true }
    let port = try #require(listener?.port)
    #expect(try await get(port, "/").status == 200)
    listener = nil
    try await eventually { (try? await get(port, "/")) == nil }
    await transport.close()
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
}
