import HTTPTypes
import ModelKit
import NIOCore

/// A request as handlers see it: the path is cut and decoded, the body not yet read.
struct Request: Sendable {
  /// `GET`, `PUT` and so on, in capitals.
  let method: String
  /// The segments of the path, each decoded once.
  let segments: [String]
  /// The arguments of the query in their order, decoded.
  let query: [(name: String, value: String)]
  let headers: HTTPFields
  /// The name and the port that the client knows the server by.
  var host: String?
  /// Where it came from, for rate limits: an IP address.
  let remoteAddress: String
  /// Finds the user of this machine who asks; nil when that is not known.
  var machineUser: @Sendable () async -> UInt32? = { nil }
  /// The body, not yet read.
  let rawBody: RequestBody
  /// What the pattern of the route calls its variable segments.
  var parameters: [String: String] = [:]
  /// Is told when it has been found who asks.
  var onRequester: @Sendable () -> Void = {}
  /// Where bodies find room; nil for no bound.
  var bodyMemory: BodyMemory?

  init(
    method: String, segments: [String], query: [(name: String, value: String)],
    headers: HTTPFields = [:], remoteAddress: String, body: RequestBody
  ) {
    self.method = method
    self.segments = segments
    self.query = query
    self.headers = headers
    self.remoteAddress = remoteAddress
    rawBody = body
  }

  /// Reads the whole body, at most that many bytes; more is `M_TOO_LARGE`.
  func readBody(_ limit: Int) async throws -> ByteBuffer { try await rawBody.collect(limit: limit) }

  /// Hands over the body piece by piece, for uploads: see ``RequestBody/forEachChunk(limit:_:)``.
  func forEachBodyChunk(limit: Int, _ take: RequestBody.Consumer) async throws {
    try await rawBody.forEachChunk(limit: limit, take)
  }

  /// The first argument of that name.
  func argument(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// All arguments of that name.
  func arguments(_ name: String) -> [String] {
    query.filter { $0.name == name }.map(\.value)
  }

  /// A variable segment; routes are checked to name those that they ask for.
  func parameter(_ name: String) throws -> String {
    guard let value = parameters[name] else { throw MatrixError.missing(name) }
    return value
  }

  /// A variable segment that is an identifier; what is none is `M_INVALID_PARAM`.
  func identifier<ID: JSONIdentifier>(_ name: String, as type: ID.Type = ID.self) throws -> ID {
    guard let id = ID(try parameter(name)) else {
      throw MatrixError.invalid("'\(name)' is not an id of the right form")
    }
    return id
  }

  /// The body as a raw model.
  ///
  /// An empty body counts as an empty object, because old clients send none where nothing is asked.
  func body<Body: JSONDecodable>(_ type: Body.Type = Body.self) async throws -> Body {
    let limit = Limits.jsonBody
    var buffer =
      if let bodyMemory {
        try await bodyMemory.read(rawBody, limit: limit)
      } else {
        try await readBody(limit)
      }
    var bytes = buffer.readBytes(length: buffer.readableBytes) ?? []
    if bytes.isEmpty { bytes = Array("{}".utf8) }
    return try JSONBody.decode(bytes)
  }

  /// The body as an object; what is something else is `M_BAD_JSON`.
  func bodyObject() async throws -> JSONObject {
    guard let object = try await body(JSONValue.self).object else {
      throw MatrixError.badJSON("the body is no object")
    }
    return object
  }
}

/// Bounds of what a client may send.
enum Limits {
  /// Of a body of JSON, in bytes.
  static let jsonBody = 1 << 20
  /// Of an event, in bytes.
  ///
  /// Source: Matrix client-server API, "Size limits".
  static let event = 65_536
  /// Of the current state of a room, in bytes, roughly: it is told in one answer.
  static let roomState = 8 << 20
  /// The greatest depth of a body.
  static let depth = 100
}

/// Reads bodies.
enum JSONBody {
  /// Decodes a body; what is no JSON is `M_NOT_JSON`, what does not fit is `M_BAD_JSON` with its path.
  ///
  /// What nests too deep does not fit, also where nobody asks for it.
  static func decode<Body: JSONDecodable>(_ bytes: [UInt8]) throws -> Body {
    guard JSONDepth.isAtMost(Limits.depth, in: bytes) else {
      throw MatrixError.badJSON("the body nests deeper than \(Limits.depth) levels")
    }
    do throws(JSONError) {
      let limits = JSONLimits(maximumDepth: Limits.depth)
      return try Body.decode(bytes, limits: limits)
    } catch {
      // What does not fit may stand before what is no JSON.
      guard error.isRecoverable, (try? JSONValue(bytes)) != nil,
        let document = try? JSONDocument(bytes)
      else { throw MatrixError.notJSON }
      throw MatrixError.badJSON("\(JSONPath.locate(error.offset, in: document)): \(error)")
    }
  }
}
