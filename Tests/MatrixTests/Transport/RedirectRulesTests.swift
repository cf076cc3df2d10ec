import Testing

import struct HTTPTypes.HTTPField

@testable import Matrix

@Suite("Redirect rules")
struct RedirectRulesTests {
  @Test("https never redirects to http")
  func noDowngrade() throws {
    #expect(try outcome(from: "https://a.org/x", to: "http://a.org/x") == .refused)
  }

  @Test("a remote server cannot direct the program to this machine")
  func noLoopback() throws {
    #expect(try outcome(from: "https://a.org/x", to: "https://127.0.0.1/x") == .refused)
    #expect(try outcome(from: "https://a.org/x", to: "https://localhost:9/x") == .refused)
  }

  @Test("a different port is a different origin")
  func portIsOrigin() throws {
    #expect(try outcome(from: "https://a.org/x", to: "https://a.org:444/x") == .withoutToken)
    #expect(try outcome(from: "https://a.org/x", to: "https://a.org:443/y") == .withToken)
    #expect(try outcome(from: "https://a.org/x", to: "https://b.a.org/x") == .withoutToken)
  }

  @Test("a request with a body is not redirected")
  func bodyStays() throws {
    var request = try self.request("https://a.org/x")
    request.body = [1]
    var rules = RedirectRules(request, allowsInsecureHTTP: false)
    #expect(try rules.follow(Self.answer("https://a.org/y")) == false)
  }

  @Test("plain HTTP needs the flag, or this machine")
  func flag() throws {
    let request = try self.request("http://a.org/x")
    #expect(throws: TransportError.insecure("plain HTTP to a.org")) {
      try RedirectRules(request, allowsInsecureHTTP: false).checkSecurity()
    }
    try RedirectRules(request, allowsInsecureHTTP: true).checkSecurity()
    try RedirectRules(self.request("http://[::1]:8008/"), allowsInsecureHTTP: false).checkSecurity()
  }

  private enum Outcome { case refused, withToken, withoutToken }

  private func outcome(from: String, to: String) throws -> Outcome {
    var rules = RedirectRules(try request(from), allowsInsecureHTTP: false)
    do throws(TransportError) {
      #expect(try rules.follow(Self.answer(to)))
    } catch {
      return .refused
    }
    #expect(rules.request.url == HTTPURL(to))
    return rules.request.headers[.authorization] == nil ? .withoutToken : .withToken
  }

  private func request(_ url: String) throws -> HTTPRequest {
    var request = HTTPRequest(url: try #require(HTTPURL(url)), maxRedirects: 3)
    request.headers[.authorization] = "Bearer secret"
    return request
  }

  private static func answer(_ location: String) -> HTTPResponse {
    HTTPResponse(status: 302, headers: [.location: location])
  }
}
