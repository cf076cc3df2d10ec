/// What is to be sent.
package struct HTTPRequest: Sendable {
  /// The methods that the Matrix API uses.
  package enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  package var method: Method
  package var url: HTTPURL
  package var headers: HeaderFields
  package var body: [UInt8]?
  /// How long the whole request may take, connecting and redirects included.
  package var timeout: Duration
  /// How long the server may be silent; nil when only `timeout` counts.
  package var idleTimeout: Duration?
  /// The largest body that is accepted, counted after decompression.
  package var maxBodyBytes: Int
  /// How many redirects are followed; none by default.
  ///
  /// A redirect to another origin loses the `Authorization` header; one from https to http is
  /// refused. Only requests without a body are redirected.
  package var maxRedirects: Int

  package init(
    method: Method = .get, url: HTTPURL, headers: HeaderFields = HeaderFields(),
    body: [UInt8]? = nil, timeout: Duration = .seconds(30), idleTimeout: Duration? = nil,
    maxBodyBytes: Int = HTTPRequest.largestBody, maxRedirects: Int = 0
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.idleTimeout = idleTimeout
    self.maxBodyBytes = maxBodyBytes
    self.maxRedirects = maxRedirects
  }

  /// No answer may be larger than this: 64 MiB.
  package static let largestBody = 64 << 20
}

/// What came back, whatever its status.
package struct HTTPResponse: Sendable {
  package var status: Int
  package var headers: HeaderFields
  package var body: [UInt8]

  package init(status: Int, headers: HeaderFields = HeaderFields(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
