import HTTPTypes

/// Decides whether and how a redirect is followed, and what may be sent where.
struct RedirectRules {
  /// The request to send now.
  private(set) var request: HTTPRequest
  private var followed = 0
  private let allowsInsecureHTTP: Bool

  init(_ request: HTTPRequest, allowsInsecureHTTP: Bool) {
    self.request = request
    self.allowsInsecureHTTP = allowsInsecureHTTP
  }

  /// Refuses plain HTTP to another machine.
  func checkSecurity() throws(TransportError) {
    let origin = request.url.origin
    guard origin.scheme == .https || origin.isLoopback || allowsInsecureHTTP else {
      throw .insecure("plain HTTP to \(origin.host)")
    }
  }

  /// True when the response is a redirect to follow; `request` is then the next request.
  ///
  /// Another origin does not receive the credential.
  mutating func follow(_ response: HTTPResponse) throws(TransportError) -> Bool {
    guard request.maxRedirects > 0, request.body == nil,
      [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers[.location]
    else { return false }
    guard let next = request.url.resolving(location) else {
      throw .malformed("a redirect to a malformed address")
    }
    let old = request.url.origin
    guard followed < request.maxRedirects else { throw .insecure("too many redirects") }
    guard next.origin.scheme == .https || old.scheme == .http else {
      throw .insecure("a redirect from https to http")
    }
    guard old.isLoopback || !next.origin.isLoopback else {
      throw .insecure("a redirect to this machine")
    }
    followed += 1
    if next.origin != old { request.headers[.authorization] = nil }
    request.url = next
    return true
  }
}
