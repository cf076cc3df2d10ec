package import HTTPTypes

/// A request to send.
package struct HTTPRequest: Sendable {
  /// The methods that the Matrix API uses.
  package enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The HTTP method.
  package var method: Method
  /// Where the request goes.
  package var url: HTTPURL
  /// The header fields.
  package var headers: HTTPFields
  /// The body; nil for a request without one.
  package var body: [UInt8]?
  /// How long the whole request may take, connecting and redirects included.
  package var timeout: Duration
  /// How long the server may stay silent, and with `onUpload` also take no byte; nil when only
  /// `timeout` applies.
  package var idleTimeout: Duration?
  /// The largest accepted body, in bytes after decompression.
  package var maxBodyBytes: Int
  /// Where a large body goes; nil to keep every body in memory.
  package var bodyFolder: BodyFolder?
  /// Takes the body of a successful response in place of memory and `bodyFolder`.
  package var sink: BodySink?
  /// The number of redirects that are followed; none by default.
  ///
  /// A redirect to another origin drops the `Authorization` header; one from https to http is
  /// refused. Only requests without a body are redirected.
  package var maxRedirects: Int
  /// Hears on the network's thread how many bytes of the body have gone out; it must return at once.
  package var onUpload: (@Sendable (Int) -> Void)?

  /// Makes a request; see the properties for the parameters.
  package init(
    method: Method = .get, url: HTTPURL, headers: HTTPFields = HTTPFields(),
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

  /// The largest response body that any request may accept in memory, in bytes: 64 MiB.
  package static let largestBody = 64 << 20
  /// The largest one on disk, in bytes: 256 MiB, as text for hundreds of thousands of events.
  package static let largestBodyOnDisk = 256 << 20
}

/// A response, whatever its status.
package struct HTTPResponse: Sendable {
  /// The HTTP status code.
  package var status: Int
  /// The header fields.
  package var headers: HTTPFields
  /// The body after decompression; empty when it is in a file.
  package var body: [UInt8]
  /// A large body, when the request had a folder for it.
  package var file: BodyFile?

  /// Makes a response.
  package init(
    status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = [], file: BodyFile? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.file = file
  }
}
