import Testing

import struct HTTPTypes.HTTPField

@testable import Matrix

/// The proxies that the environment selects.
@Suite("Proxies", .timeLimit(.minutes(5)))
struct ProxyTests {
  @Test("requests to this machine are direct, whatever the environment says")
  func loopback() async throws {
    let proxy = try await RawServer.start(response: "")
    let server = try await StubServer.start { _ in .json("{}") }
    let environment = Dictionary(
      uniqueKeysWithValues: [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
      ].map { ($0, "http://127.0.0.1:\(proxy.port)") })
    for host in ["127.0.0.1", "localhost"] {
      let url = "http://\(host):\(server.port)/"
      #expect(try await Self.send(url, environment).get().status == 200)
    }

    #expect(server.requests.count == 2)
    #expect(proxy.received.isEmpty)
    await proxy.stop()
    await server.stop()
  }

  @Test("plain HTTP to other hosts uses the proxy", arguments: ["http_proxy", "ALL_PROXY"])
  func plain(variable: String) async throws {
    let proxy = try await RawServer.start(response: Self.response)
    let environment = [variable: "http://127.0.0.1:\(proxy.port)"]
    let response = try await Self.send("http://matrix.example/a", environment).get()

    #expect(response.body == Array("ok".utf8))
    #expect(Self.text(proxy.received.first).hasPrefix("GET http://matrix.example/a HTTP/1.1\r\n"))
    await proxy.stop()
  }

  @Test("https uses the proxy's tunnel, and the proxy does not see the token")
  func tunnel() async throws {
    let proxy = try await RawServer.start(
      response: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
    let environment = ["https_proxy": "http://127.0.0.1:\(proxy.port)"]
    let result = try await Self.send("https://matrix.example/a", environment)

    guard case .failure(.unreachable) = result else {
      Issue.record("\(result)")
      return
    }
    let asked = Self.text(proxy.received.first)
    #expect(asked.hasPrefix("CONNECT matrix.example:443 HTTP/1.1\r\n"))
    #expect(!asked.contains("token"))
    await proxy.stop()
  }

  @Test("a SOCKS proxy such as Tor receives the name, not an address")
  func socks() async throws {
    let proxy = try await RawServer.start(
      responses: [[5, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0], Array(Self.response.utf8)])
    let environment = ["all_proxy": "socks5h://127.0.0.1:\(proxy.port)"]
    let response = try await Self.send("http://matrix.example/a", environment).get()

    #expect(response.body == Array("ok".utf8))
    let received = proxy.received
    try #require(received.count == 3)
    #expect(received[1] == [5, 1, 0, 3, 14] + Array("matrix.example".utf8) + [0, 80])
    #expect(Self.text(received[2]).hasPrefix("GET /a HTTP/1.1\r\n"))
    await proxy.stop()
  }

  @Test("an excepted host is contacted directly", arguments: ["no_proxy", "NO_PROXY"])
  func exceptions(variable: String) async throws {
    let proxy = try await RawServer.start(response: Self.response)
    let environment = [
      "http_proxy": "http://127.0.0.1:\(proxy.port)", variable: "other.example,matrix.example",
    ]
    let result = try await Self.send("http://matrix.example/", environment)

    #expect(throws: TransportError.unreachable("unknown host")) { try result.get() }
    #expect(proxy.received.isEmpty)
    await proxy.stop()
  }

  @Test("a missing proxy is reported")
  func refused() async throws {
    let proxy = try await RawServer.start(response: "")
    await proxy.stop()
    let environment = ["all_proxy": "http://127.0.0.1:\(proxy.port)"]
    let result = try await Self.send("http://matrix.example/", environment)

    #expect(throws: TransportError.unreachable("connection refused")) { try result.get() }
  }

  @Test("the variable for the scheme precedes the general one, and an empty one means none")
  func order() throws {
    let rules = ProxyRules(environment: [
      "http_proxy": "", "HTTP_PROXY": "never", "HTTPS_PROXY": "secure", "all_proxy": "any",
    ])
    let plain = try #require(HTTPOrigin(scheme: .http, host: "a.example"))
    let secure = try #require(HTTPOrigin(scheme: .https, host: "a.example"))
    let local = try #require(HTTPOrigin(scheme: .https, host: "[::1]"))

    #expect(rules.proxy(for: plain) == "any")
    #expect(rules.proxy(for: secure) == "secure")
    #expect(rules.proxy(for: local) == "")
    #expect(ProxyRules(environment: [:]).proxy(for: plain) == "")
  }

  private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private static func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// Sends a request that carries a token.
  private static func send(
    _ url: String, _ environment: [String: String]
  ) async throws -> Result<HTTPResponse, TransportError> {
    var options = CurlTransport.Options()
    options.environment = environment
    options.allowsInsecureHTTP = true
    let url = try #require(HTTPURL(url))
    let request = HTTPRequest(url: url, headers: [.authorization: "Bearer token"])
    return try await withTransport(options) { transport in
      do throws(TransportError) {
        return .success(try await transport.send(request))
      } catch {
        return .failure(error)
      }
    }
  }
}
