import HTTPTypes
import ModelKit
import NIOCore

/// A request as handlers see it, with a decoded path and an unread body.
struct Request: Sendable {
  /// `GET`, `PUT` and so on, in capitals.
  let method: String
  /// The decoded segments of the path.
  let segments: [String]
  /// The decoded arguments of the query, in their order.
  let query: [(name: String, value: String)]
  let headers: HTTPFields
  /// The host and the port by which the client addresses the server.
  var host: String?
  /// The IP address of the client, shown in the list of devices.
  let remoteAddress: String
  /// Finds the id of the local system user who sent the request; nil when it is unknown.
  var machineUser: @Sendable () async -> UInt32? = { nil }
  let rawBody: RequestBody
  /// The variable segments by their names in the route.
  var parameters: [String: String] = [:]
  /// Called when the requester is known.
  var onRequester: @Sendable () -> Void = {}
  /// Bounds the memory of the body; nil for no bound.
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

  /// The first argument of that name.
  func argument(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// A variable segment; tests check that every route names the segments that its handler reads.
  func parameter(_ name: String) throws -> String {
    guard let value = parameters[name] else { throw MatrixError.missing(name) }
    return value
  }

  /// A variable segment that is an identifier; an invalid one is `M_INVALID_PARAM`.
  func identifier<ID: JSONIdentifier>(_ name: String, as type: ID.Type = ID.self) throws -> ID {
    guard let id = ID(try parameter(name)) else {
      throw MatrixError.invalid("'\(name)' is not a valid id")
    }
    return id
  }

  /// The body as a raw model.
  ///
  /// An empty body counts as an empty object, because old clients send no body when all members are
  /// optional.
  func body<Body: JSONDecodable>(_ type: Body.Type = Body.self) async throws -> Body {
    let limit = Limits.jsonBody
    var buffer =
      if let bodyMemory {
        try await bodyMemory.read(rawBody, limit: limit)
      } else {
        try await rawBody.collect(limit: limit)
      }
    var bytes = buffer.readBytes(length: buffer.readableBytes) ?? []
    if bytes.isEmpty { bytes = Array("{}".utf8) }
    return try JSONBody.decode(bytes)
  }

  /// The body as an object; any other value is `M_BAD_JSON`.
  func bodyObject() async throws -> JSONObject {
    guard let object = try await body(JSONValue.self).object else {
      throw MatrixError.badJSON("the body is not an object")
    }
    return object
  }
}

/// Bounds on the data that clients send.
enum Limits {
  /// The maximum size of a JSON body, in bytes.
  static let jsonBody = 1 << 20
  /// The maximum size of an event, in bytes.
  ///
  /// Source: Matrix client-server API, "Size limits".
  static let event = 65_536
  /// The approximate maximum size of a room's current state, in bytes: it must fit one response.
  static let roomState = 8 << 20
  /// The maximum nesting depth of a body.
  static let depth = 100
}

/// Decodes bodies.
enum JSONBody {
  /// Decodes a body; invalid JSON is `M_NOT_JSON`, and a value of a wrong type is `M_BAD_JSON` with
  /// its path.
  ///
  /// JSON that nests too deep is `M_BAD_JSON`, even in members that the model does not have.
  static func decode<Body: JSONDecodable>(_ bytes: [UInt8]) throws -> Body {
    guard JSONDepth.isAtMost(Limits.depth, in: bytes) else {
      throw MatrixError.badJSON("the body nests deeper than \(Limits.depth) levels")
    }
    do throws(JSONError) {
      let limits = JSONLimits(maximumDepth: Limits.depth)
      return try Body.decode(bytes, limits: limits)
    } catch {
      // Invalid JSON may follow the wrong type.
      guard error.isRecoverable, (try? JSONValue(bytes)) != nil else { throw MatrixError.notJSON }
      throw MatrixError.badJSON("\(error)")
    }
  }
}
