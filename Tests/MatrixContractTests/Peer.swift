import Foundation
import TestServers

/// A response with any status, as JSON.
struct Reply {
  let kind: TestServer.Kind
  let status: Int
  let json: [String: Any]
  let bytes: Data

  var code: String { json["errcode"] as? String ?? "" }

  /// Status and error code combined for comparison: `200`, `403 M_FORBIDDEN`.
  var outcome: String { code.isEmpty ? "\(status)" : "\(status) \(code)" }

  /// Whether the outcome is the specified one, or Synapse's known difference.
  func isRefused(_ outcome: String, synapse: String) -> Bool {
    self.outcome == (kind == .synapse ? synapse : outcome)
  }

  /// The text at a path of keys, from the outermost.
  func text(_ keys: String...) -> String? { value(keys) as? String }

  func object(_ keys: String...) -> [String: Any] { value(keys) as? [String: Any] ?? [:] }

  func list(_ keys: String...) -> [[String: Any]] { value(keys) as? [[String: Any]] ?? [] }

  func number(_ keys: String...) -> Int? { value(keys) as? Int }

  private func value(_ keys: [String]) -> Any? {
    keys.reduce(json as Any?) { ($0 as? [String: Any])?[$1] }
  }
}

/// A response that prevents a test from continuing.
struct Unexpected: Error {
  let operation: String
  let outcome: String
}

/// A client of a server, with or without an account.
struct Peer {
  let server: TestServer
  var user = ""
  var device = ""
  var token: String?

  static let password = "a long pass-phrase"

  init(_ server: TestServer, token: String? = nil) {
    self.server = server
    self.token = token
  }

  /// Makes a new account with an unused name.
  static func new(_ name: String, on server: TestServer) throws -> Peer {
    let reply = try Peer(server).post(
      "register",
      [
        "username": "\(name)-\(UUID().uuidString.prefix(13).lowercased())", "password": password,
        "auth": ["type": "m.login.dummy"],
      ])
    return try Peer(server, signedIn: reply)
  }

  /// Signs in another device of the same account.
  func another() throws -> Peer {
    try Peer(server, signedIn: login())
  }

  private init(_ server: TestServer, signedIn reply: Reply) throws {
    guard let user = reply.text("user_id"), let token = reply.text("access_token"),
      let device = reply.text("device_id")
    else {
      throw Unexpected(operation: "sign in", outcome: reply.outcome)
    }
    self.server = server
    self.user = user
    self.device = device
    self.token = token
  }

  func login(_ extra: [String: Any] = [:]) throws -> Reply {
    var body: [String: Any] = [
      "type": "m.login.password", "password": Self.password,
      "identifier": ["type": "m.id.user", "user": user],
    ]
    body.merge(extra) { $1 }
    return try Peer(server).post("login", body)
  }

  /// Sends a request below `/_matrix/client/v3/`, or to a complete path; the parts are escaped.
  func send(
    _ method: String, _ path: String, _ body: Data = Data(), type: String = "application/json",
    headers: [String: String] = [:]
  ) throws -> Reply {
    var headers = headers.merging(["Content-Type": type]) { $1 }
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let url = server.url + (path.hasPrefix("/") ? path : "/_matrix/client/v3/\(path)")
    let response = try LoopbackHTTP.send(method, url, headers: headers, body: body)
    let json = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    return Reply(
      kind: server.kind, status: response.status, json: json ?? [:], bytes: response.body)
  }

  func get(_ path: String) throws -> Reply { try send("GET", path) }

  func post(_ path: String, _ body: [String: Any] = [:]) throws -> Reply {
    try send("POST", path, JSONSerialization.data(withJSONObject: body))
  }

  func put(_ path: String, _ body: [String: Any] = [:]) throws -> Reply {
    try send("PUT", path, JSONSerialization.data(withJSONObject: body))
  }

  // MARK: Common first steps

  /// Makes a room and returns its id.
  func room(_ options: [String: Any] = ["preset": "public_chat"]) throws -> String {
    let reply = try post("createRoom", options)
    guard let id = reply.text("room_id") else {
      throw Unexpected(operation: "make a room", outcome: reply.outcome)
    }
    return id
  }

  func path(_ room: String, _ rest: String) -> String { "rooms/\(room.escapedForPath)/\(rest)" }

  /// Sends a message and returns the id of its event.
  @discardableResult
  func say(_ text: String, in room: String, transaction: String = UUID().uuidString) throws
    -> String
  {
    let reply = try put(
      path(room, "send/m.room.message/\(transaction)"), ["msgtype": "m.text", "body": text])
    guard let id = reply.text("event_id") else {
      throw Unexpected(operation: "say", outcome: reply.outcome)
    }
    return id
  }

  /// The events since a token.
  func sync(since: String? = nil, timeout: Int = 0, filter: String? = nil) throws -> Reply {
    var query = "timeout=\(timeout)"
    if let since { query += "&since=\(since.escapedForPath)" }
    if let filter { query += "&filter=\(filter.escapedForPath)" }
    return try get("sync?\(query)")
  }
}

extension Reply {
  /// The texts of the messages in a list of events.
  static func bodies(_ events: [[String: Any]]) -> [String] {
    events.compactMap { ($0["content"] as? [String: Any])?["body"] as? String }
  }
}
