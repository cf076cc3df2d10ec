import Testing

@testable import Matrix

@Suite("HTTPURL")
struct HTTPURLTests {
  @Test(
    "an address is parsed into its parts",
    arguments: [
      ("https://Example.org", "https://example.org/"),
      ("HTTP://127.0.0.1:8008/a/b?c=d#e", "http://127.0.0.1:8008/a/b?c=d"),
      ("https://example.org:443/x%2Fy", "https://example.org/x%2Fy"),
      ("https://[::1]:8448/", "https://[::1]:8448/"),
      ("https://example.org?q", "https://example.org/?q"),
    ])
  func reads(text: String, expected: String) throws {
    #expect(try #require(HTTPURL(text)).description == expected)
  }

  @Test(
    "text that is not a plain http address is refused",
    arguments: [
      "", "example.org", "file:///etc/passwd", "https://", "https:///x", "https://a@b",
      "https://user:pass@example.org", "https://example.org:0", "https://example.org:65536",
      "https://example.org:", "https://exa mple.org", "https://example.org/a b",
      "https://example.org/\r\nX: y", "https://exämple.org", "https://example.org/ä",
      "javascript:alert(1)", "https://%65xample.org", "https://.org", "https://[::1",
      "https://example.org:+80", "mxc://example.org/x",
    ])
  func refuses(text: String) {
    #expect(HTTPURL(text) == nil)
  }

  @Test("path segments and query items cannot escape their place")
  func encodes() throws {
    let origin = try #require(HTTPOrigin(scheme: .https, host: "example.org"))
    let url = HTTPURL(
      origin: origin, basePath: "/base", path: ["!a/b:c", "..", "x?y#z", "ü%"],
      query: [("k&", "v=1 +")])

    #expect(
      url.description
        == "https://example.org/base/%21a%2Fb%3Ac/%2E%2E/x%3Fy%23z/%C3%BC%25?k%26=v%3D1%20%2B")
  }

  @Test(
    "a redirect's target is resolved against the request's address",
    arguments: [
      ("https://other.org/x", "https://other.org/x"),
      ("//other.org/x", "https://other.org/x"),
      ("/x?y", "https://example.org:8448/x?y"),
      ("c?d", "https://example.org:8448/a/c?d"),
      ("?d", "https://example.org:8448/a/b?d"),
    ])
  func resolves(location: String, expected: String) throws {
    let url = try #require(HTTPURL("https://example.org:8448/a/b?q"))
    #expect(url.resolving(location)?.description == expected)
  }

  @Test("a redirect to another scheme has no address")
  func resolvesNothing() throws {
    let url = try #require(HTTPURL("https://example.org/a"))
    #expect(url.resolving("file:///etc/passwd") == nil)
    #expect(url.resolving("javascript:alert(1)") == nil)
  }

  @Test(
    "only this machine is loopback",
    arguments: [
      ("localhost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("[::1]", true),
      ("127.0.0.1.example.org", false), ("127.0.0", false), ("128.0.0.1", false),
      ("localhost.example.org", false), ("0.0.0.0", false), ("127.0.0.256", false),
    ])
  func tellsLoopback(host: String, expected: Bool) throws {
    #expect(try #require(HTTPOrigin(scheme: .http, host: host)).isLoopback == expected)
  }
}
