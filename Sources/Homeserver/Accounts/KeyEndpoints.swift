import ModelKit

/// The key endpoints that encrypting clients call first; they report that nobody has keys.
///
/// Uploads are refused: a client whose uploaded keys do not appear would upload them again and again.
///
/// Source: Matrix client-server API, "Key management API".
struct KeyEndpoints: Sendable {
  var routes: [Route] {
    [
      Route.user("POST", "client/keys/query") { request, _ in try await query(request) },
      Route.user("POST", "client/keys/claim") { request, _ in
        _ = try Self.users("one_time_keys", in: try await request.bodyObject())
        return .json(["one_time_keys": [:], "failures": [:]] as JSONValue)
      },
      Route.user("GET", "client/keys/changes") { request, _ in
        guard request.argument("from") != nil else { throw MatrixError.missing("from") }
        return .json(["changed": [], "left": []] as JSONValue)
      },
    ].flatMap { $0 }
  }

  private func query(_ request: Request) async throws -> Response {
    let users = try Self.users("device_keys", in: try await request.bodyObject())
    let known = users.members.filter { UserID($0.key) != nil }
    let none = JSONObject(known.map { JSONObject.Member(key: $0.key, value: [:]) })
    return .json(["device_keys": .object(none), "failures": [:]] as JSONValue)
  }

  private static func users(_ name: String, in body: JSONObject) throws -> JSONObject {
    guard let value = body[name] else { throw MatrixError.missing(name) }
    guard let users = value.object else { throw MatrixError.badJSON("'\(name)' is not an object") }
    return users
  }
}
