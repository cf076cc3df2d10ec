import ModelKit

/// A refusal as a client sees it: a status, and a body with `errcode`, `error` and further members.
///
/// Source: Matrix client-server API, "Standard error response".
struct MatrixError: Error, Hashable {
  var status: Int
  var code: String
  var message: String
  /// Further members of the body.
  var members = JSONObject()
  /// Milliseconds after which the client may try again; sent in the body and as `Retry-After`.
  var retryAfter: Int?

  init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}

extension MatrixError {
  static func badJSON(_ message: String) -> Self { Self(400, "M_BAD_JSON", message) }
  static let notJSON = Self(400, "M_NOT_JSON", "the body is not JSON")
  static func missing(_ name: String) -> Self {
    Self(400, "M_MISSING_PARAM", "'\(name)' is missing")
  }
  static func invalid(_ message: String) -> Self { Self(400, "M_INVALID_PARAM", message) }
  static func forbidden(_ message: String) -> Self { Self(403, "M_FORBIDDEN", message) }
  static func notFound(_ message: String) -> Self { Self(404, "M_NOT_FOUND", message) }
  static let noRoom = notFound("there is no such room on this server, and it does not federate")
  static func tooLarge(_ message: String) -> Self { Self(413, "M_TOO_LARGE", message) }
  static let missingToken = Self(401, "M_MISSING_TOKEN", "an access token is required")
  static func unknownToken(isSoft: Bool) -> Self {
    var error = Self(401, "M_UNKNOWN_TOKEN", "the access token is unknown")
    error.members["soft_logout"] = .boolean(isSoft)
    return error
  }
  static let unrecognized = Self(404, "M_UNRECOGNIZED", "there is no such endpoint")
  static let wrongMethod = Self(405, "M_UNRECOGNIZED", "this endpoint does not support the method")
  static func limited(retryAfter milliseconds: Int) -> Self {
    var error = Self(429, "M_LIMIT_EXCEEDED", "too many requests")
    error.retryAfter = milliseconds
    return error
  }
  static let internalError = Self(500, "M_UNKNOWN", "the server failed; see its log")

  var body: [UInt8] {
    var object = members
    object["errcode"] = .string(code)
    object["error"] = .string(message)
    if let retryAfter { object["retry_after_ms"] = .number(JSONNumber(retryAfter)) }
    return JSONValue.object(object).encoded()
  }
}
