package import Controllers
package import ModelKit

/// One request of the Matrix API and how its answer is read.
package struct Endpoint<Answer: Sendable>: Sendable {
  package typealias Operation = RequestError.Operation

  /// What the request is for; goes into errors.
  package var operation: Operation
  package var method: HTTPRequest.Method
  /// The segments of the path as they are: each is percent-encoded when the request is made.
  package var path: [String]
  package var query: [(name: String, value: String)]
  /// The body; a `POST` or `PUT` without one sends an empty object.
  package var body: JSONValue?
  /// True when the request may be sent twice without doing its work twice: a `GET`, and a `PUT`
  /// with a transaction id.
  ///
  /// Such a request is sent again at once, at most twice, when its connection was lost before an
  /// answer.
  package var isIdempotent: Bool
  /// True when a 429 is waited out here.
  ///
  /// Else it fails at once with `.limited`.
  package var waitsWhenLimited: Bool
  package var timeout: Duration
  /// How long the server may be silent while it answers; nil when only `timeout` counts.
  package var idleTimeout: Duration?
  package var maxBodyBytes: Int
  /// How many redirects are followed; media only.
  package var maxRedirects: Int
  /// True when a 401 is an answer to read, too: it asks for a stage of authentication.
  ///
  /// Source: Matrix client-server API, "User-interactive authentication API".
  package var readsUnauthorised: Bool
  /// Reads a successful answer.
  ///
  /// Throws `JSONError` or `RequestError`.
  package var decode: @Sendable (HTTPResponse) throws -> Answer

  package init(
    _ operation: Operation, _ method: HTTPRequest.Method = .get, path: [String],
    query: [(name: String, value: String)] = [], body: JSONValue? = nil,
    isIdempotent: Bool? = nil, waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30),
    decode: @escaping @Sendable (HTTPResponse) throws -> Answer
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
    readsUnauthorised = false
  }
}

extension Endpoint where Answer: JSONDecodable {
  /// An endpoint whose answer is a JSON document.
  package init(
    _ operation: Operation, _ method: HTTPRequest.Method = .get, path: [String],
    query: [(name: String, value: String)] = [], body: JSONValue? = nil,
    isIdempotent: Bool? = nil, waitsWhenLimited: Bool = true, timeout: Duration = .seconds(30),
    answer: Answer.Type = Answer.self
  ) {
    self.init(
      operation, method, path: path, query: query, body: body, isIdempotent: isIdempotent,
      waitsWhenLimited: waitsWhenLimited, timeout: timeout
    ) { response in
      try Answer.decode(response.body)
    }
  }
}

extension Endpoint where Answer == Void {
  /// An endpoint whose answer says nothing beyond its status.
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
