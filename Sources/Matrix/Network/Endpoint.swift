package import Controllers
package import HTTPTypes
package import ModelKit

/// A file as the body of a request.
package struct FileBody: Sendable {
  package let type: String
  package let bytes: [UInt8]
  /// Hears on the network's thread how many bytes have gone out.
  package let onUpload: @Sendable (Int) -> Void
}

/// One request of the Matrix API and how its response is read.
package struct Endpoint<Response: Sendable>: Sendable {
  /// Names the request in errors.
  package typealias Operation = RequestError.Operation

  /// The purpose of the request, for errors.
  package var operation: Operation
  /// The HTTP method.
  package var method: HTTPRequest.Method
  /// The raw segments of the path; each is percent-encoded when the request is made.
  package var path: [String]
  /// The raw query items; each is percent-encoded when the request is made.
  package var query: [(name: String, value: String)]
  /// More header fields.
  package var headers = HTTPFields()
  /// The body; a `POST` or `PUT` without one sends an empty object.
  package var body: JSONValue?
  /// A file to send in place of a body.
  package var file: FileBody?
  /// True when the request may be sent twice without doing its work twice: a `GET`, or a `PUT` with
  /// a transaction id.
  ///
  /// When the connection is lost before a response, such a request is resent immediately, at most
  /// twice.
  package var isIdempotent: Bool
  /// True when the sender waits out a 429.
  ///
  /// Otherwise the request fails at once with `.limited`.
  package var waitsWhenLimited: Bool
  /// The deadline of the whole request, redirects included.
  package var timeout: Duration
  /// How long the server may stay silent while it responds; nil when only `timeout` applies.
  package var idleTimeout: Duration?
  /// The largest accepted body, in bytes after decompression.
  ///
  /// Above the limit for bodies in memory, the body goes to disk and `decode` reads it there.
  package var maxBodyBytes: Int
  /// Takes the body of a successful response, which `decode` then does not see.
  package var sink: BodySink?
  /// The number of redirects that are followed; media only.
  package var maxRedirects: Int
  /// True when a 401 is also a readable response, because it asks for an authentication stage.
  ///
  /// Source: Matrix client-server API, "User-interactive authentication API".
  package var readsUnauthorised: Bool
  /// Reads a successful response.
  ///
  /// Throws `JSONError` or `RequestError`.
  package var decode: @Sendable (HTTPResponse) throws -> Response

  /// Makes an endpoint; see the properties for the parameters.
  package init(
    _ operation: Operation, _ method: HTTPRequest.Method = .get, path: [String],
    query: [(name: String, value: String)] = [], body: JSONValue? = nil,
    isIdempotent: Bool? = nil, waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30),
    decode: @escaping @Sendable (HTTPResponse) throws -> Response
  ) {
    self.operation = operation
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.isIdempotent = isIdempotent ?? (method != .post)
    self.waitsWhenLimited = waitsWhenLimited
    self.timeout = timeout
    self.decode = decode
    idleTimeout = nil
    maxBodyBytes = HTTPRequest.largestBody
    maxRedirects = 0
    sink = nil
    readsUnauthorised = false
  }
}

extension Endpoint where Response: JSONDecodable {
  /// Makes an endpoint whose response is a JSON document.
  package init(
    _ operation: Operation, _ method: HTTPRequest.Method = .get, path: [String],
    query: [(name: String, value: String)] = [], body: JSONValue? = nil,
    isIdempotent: Bool? = nil, waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30),
    response: Response.Type = Response.self
  ) {
    self.init(
      operation, method, path: path, query: query, body: body, isIdempotent: isIdempotent,
      waitsWhenLimited: waitsWhenLimited, timeout: timeout
    ) { response in
      try Response.decode(response.body)
    }
  }
}

extension Endpoint where Response == Void {
  /// Makes an endpoint whose response carries nothing beyond its status.
  package init(
    _ operation: Operation, _ method: HTTPRequest.Method, path: [String], body: JSONValue? = nil,
    isIdempotent: Bool? = nil, waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30)
  ) {
    self.init(
      operation, method, path: path, body: body, isIdempotent: isIdempotent,
      waitsWhenLimited: waitsWhenLimited, timeout: timeout
    ) { _ in }
  }
}

extension [String] {
  /// The path of an endpoint of the client-server API, version 3.
  package static func client(_ segments: String...) -> [String] {
    ["_matrix", "client", "v3"] + segments
  }
}
