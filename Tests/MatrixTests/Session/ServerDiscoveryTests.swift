import Controllers
import Signals
import SignalsTesting
import Synchronization
import Testing

@testable import Matrix

@Suite("Server discovery")
struct ServerDiscoveryTests {
  private static let wellKnown = "https://example.org/.well-known/matrix/client"
  private static let versions = "/_matrix/client/versions"

  @Test(
    "typed text is parsed as an address or a name",
    arguments: [
      ("@ada:example.org", "https://example.org"), ("example.org", "https://example.org"),
      (" Example.org:8448/ ", "https://example.org:8448"),
      ("@ada:example.org:8448", "https://example.org:8448"),
    ])
  func names(text: String, origin: String) throws {
    guard case .name(let name) = try ServerPlace(text) else {
      Issue.record("\(text) is no name")
      return
    }
    #expect(name.description == origin)
  }

  @Test(
    "text that is neither is refused without a request",
    arguments: ["", " ", "@ada", "exa mple.org", "example.org/path", "ftp://example.org", "a@b"])
  func refuses(text: String) async {
    let transport = ScriptedTransport([:])
    let error = await error(text, transport)
    #expect(error?.reason == .invalidInput(text.trimmed))
    #expect(transport.urls.isEmpty)
  }

  @Test("the domain's file leads to the homeserver; it is requested without the name's port")
  func followsWellKnown() async throws {
    let transport = ScriptedTransport([
      Self.wellKnown: "{\"m.homeserver\":{\"base_url\":\"https://matrix.example.org/base/\"}}",
      "https://matrix.example.org/base" + Self.versions: "{\"versions\":[\"v1.9\",\"v1.15\"]}",
    ])
    let found = try await discovery(transport).locate("@ada:example.org:8448")

    #expect(found.address.description == "https://matrix.example.org/base")
    #expect(found.versions == ["v1.9", "v1.15"])
  }

  @Test(
    "a domain without a usable file is itself taken for the homeserver",
    arguments: [nil, "", "<html>", "{}", "{\"m.homeserver\":{}}", "{\"m.homeserver\":7}"])
  func ignoresWellKnown(body: String?) async throws {
    let transport = ScriptedTransport([
      Self.wellKnown: body, "https://example.org" + Self.versions: "{\"versions\":[]}",
    ])
    let found = try await discovery(transport).locate("example.org")
    #expect(found.address.description == "https://example.org")
  }

  @Test(
    "a domain's file cannot direct the program to arbitrary places",
    arguments: [
      "file:///etc/passwd", "javascript:x", "", "https://u:p@evil.org", "https://e.org/?q",
    ])
  func malformedBase(base: String) async {
    let error = await error("example.org", wellKnown(base))
    #expect(error?.reason == .malformedResponse(path: "$[m.homeserver].base_url"))
  }

  @Test(
    "a domain's file cannot lead to plain HTTP or to this machine",
    arguments: ["http://matrix.example.org", "http://127.0.0.1:8008", "https://localhost"])
  func insecureBase(base: String) async {
    let transport = wellKnown(base)
    #expect(await error("example.org", transport)?.reason == .insecure(base))
    #expect(transport.urls == [Self.wellKnown])
  }

  @Test("a file that leads to its own domain is not requested again")
  func itself() async throws {
    let transport = ScriptedTransport([
      Self.wellKnown: "{\"m.homeserver\":{\"base_url\":\"https://example.org\"}}",
      "https://example.org" + Self.versions: "{\"versions\":[]}",
    ])
    _ = try await discovery(transport).locate("example.org")
    #expect(transport.urls == [Self.wellKnown, "https://example.org" + Self.versions])
  }

  @Test("plain HTTP to another machine is refused unless it is allowed")
  func plainHTTP() async throws {
    let transport = ScriptedTransport([
      "http://example.org" + Self.versions: "{\"versions\":[]}"
    ])
    #expect(
      await error("http://example.org", transport)?.reason == .insecure("http://example.org"))
    #expect(transport.urls.isEmpty)
    let found = try await discovery(transport, insecure: true).locate("http://example.org")
    #expect(found.address.description == "http://example.org")
  }

  @Test("a name on this machine is tried first without TLS, on the usual port")
  func loopback() async throws {
    let transport = ScriptedTransport([
      "http://localhost:8008" + Self.versions: "{\"versions\":[]}"
    ])
    let found = try await discovery(transport).locate("@ada:localhost")
    #expect(found.address.description == "http://localhost:8008")
    #expect(transport.urls.count == 1)
  }

  @Test("versions are compared as numbers, not as text")
  func newest() async throws {
    let base = "https://example.org"
    let transport = ScriptedTransport([
      base + Self.versions: "{\"versions\":[\"r0.6.1\",\"v1.9\",\"v1.15\",\"v1.2\",5,\"vx.y\"]}",
      base + "/_matrix/client/v3/login": "{\"flows\":[{\"type\":\"m.login.sso\"},{},7,"
        + "{\"type\":\"m.login.token\"}]}",
    ])
    let description = try await discovery(transport).describe(base)
    #expect(
      description
        == ServerDescription(
          address: base, newestVersion: "v1.15", acceptsPasswords: false, acceptsLoginTokens: true,
          browserWays: [.singleSignOn(nil)]))
  }

  private func wellKnown(_ base: String) -> ScriptedTransport {
    ScriptedTransport([Self.wellKnown: "{\"m.homeserver\":{\"base_url\":\"\(base)\"}}"])
  }

  private func discovery(
    _ transport: ScriptedTransport, insecure: Bool = false
  ) -> ServerDiscovery {
    ServerDiscovery(
      transport: transport, scheduler: TestScheduler(), allowsInsecureHTTP: insecure)
  }

  private func error(_ text: String, _ transport: ScriptedTransport) async -> RequestError? {
    do {
      _ = try await discovery(transport).locate(text)
      return nil
    } catch {
      return error
    }
  }
}

/// Responds by address; every other address is unreachable.
private final class ScriptedTransport: HTTPTransport {
  private let responses: [String: String?]
  private let asked = Mutex<[String]>([])

  init(_ responses: [String: String?]) { self.responses = responses }

  var urls: [String] { asked.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    asked.withLock { $0.append(request.url.description) }
    guard let response = responses[request.url.description] else { throw .unreachable("no script") }
    guard let response else { return HTTPResponse(status: 404) }
    return HTTPResponse(status: 200, body: Array(response.utf8))
  }

  func forgetConnections() {}

  func close() async {}
}
