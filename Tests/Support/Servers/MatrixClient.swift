import Foundation

/// Another client of the same server, for what happens elsewhere during a test.
package struct MatrixClient: Sendable {
  /// An unsuccessful response.
  package struct Failure: Error {
    package let operation: String
    package let status: Int
    package let code: String
  }

  /// One message as the server stores it.
  package struct Message: Equatable {
    package let eventID: String
    package let sender: String
    package let body: String

    package init(eventID: String, sender: String, body: String) {
      self.eventID = eventID
      self.sender = sender
      self.body = body
    }
  }

  package let homeserver: String
  package let userID: String
  package let token: String

  /// Signs in with a password.
  package init(homeserver: String, name: String, password: String) throws {
    let response = try Self.call(
      "POST", homeserver, "v3/login", token: nil,
      body: [
        "type": "m.login.password", "password": password,
        "identifier": ["type": "m.id.user", "user": name],
      ])
    try self.init(homeserver: homeserver, credentials: response)
  }

  /// Registers a new account.
  package init(registering name: String, password: String, homeserver: String) throws {
    let response = try Self.call(
      "POST", homeserver, "v3/register", token: nil,
      body: ["username": name, "password": password, "auth": ["type": "m.login.dummy"]])
    try self.init(homeserver: homeserver, credentials: response)
  }

  private init(homeserver: String, credentials: [String: Any]) throws {
    guard let userID = credentials["user_id"] as? String,
      let token = credentials["access_token"] as? String
    else { throw Failure(operation: "sign in", status: 200, code: "") }
    self.init(homeserver: homeserver, userID: userID, token: token)
  }

  /// Uses a session that exists.
  init(homeserver: String, userID: String, token: String) {
    self.homeserver = homeserver
    self.userID = userID
    self.token = token
  }

  /// Sends any request as this account; the path follows `/_matrix/client/`, with escaped segments.
  @discardableResult
  package func call(_ method: String, _ path: String, _ body: [String: Any] = [:]) throws
    -> [String: Any]
  {
    try Self.call(method, homeserver, path, token: token, body: body)
  }

  private static func call(
    _ method: String, _ homeserver: String, _ path: String, token: String?, body: [String: Any]
  ) throws -> [String: Any] {
    var headers = ["Content-Type": "application/json"]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let data = method == "GET" ? Data() : try JSONSerialization.data(withJSONObject: body)
    let response = try LoopbackHTTP.send(
      method, "\(homeserver)/_matrix/client/\(path)", headers: headers, body: data)
    let object = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    guard response.status == 200, let object else {
      throw Failure(
        operation: "\(method) \(path)", status: response.status,
        code: object?["errcode"] as? String ?? "")
    }
    return object
  }
}

extension String {
  /// The text as one path segment.
  package var escapedForPath: String {
    let plain = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
    return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
