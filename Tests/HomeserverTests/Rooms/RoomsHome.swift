import Foundation
import GRDB
import ModelKit
import NIOCore
import Synchronization

@testable import Homeserver

/// The room endpoints over a temporary store; access tokens are user ids.
final class RoomsHome: Sendable {
  let store: Store
  let rooms: Rooms
  let clock: Box<Mutex<Int64>>
  private let folder: URL
  private let router: Router
  private let commits: Box<Mutex<[Commit]>>
  private let ownsFolder: Bool

  /// - Parameter folder: The data of another home; nil for a new one.
  init(mintsVersion12: Bool = false, limitsRates: Bool = false, folder: URL? = nil) throws {
    ownsFolder = folder == nil
    self.folder =
      folder
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("rooms-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    let commits = Box(Mutex<[Commit]>([]))
    self.commits = commits
    store = try Store(path: self.folder.appendingPathComponent("home.sqlite").path) { commit in
      commits.value.withLock { $0.append(commit) }
    }
    // Only users with accounts can be invited.
    try DatabaseQueue(path: self.folder.appendingPathComponent("home.sqlite").path).write {
      for name in ["ada", "bob", "carl", "dora", "eve"] {
        try $0.execute(
          sql: "INSERT OR IGNORE INTO users (id, created) VALUES (?, 0)",
          arguments: ["@\(name):localhost"])
      }
    }
    let clock = Box(Mutex<Int64>(1_700_000_000_000))
    self.clock = clock
    var configuration = HomeserverConfiguration(dataDirectory: self.folder.path)
    configuration.mintsVersion12 = mintsVersion12
    configuration.limitsRates = limitsRates
    configuration.clock = WallClock {
      clock.value.withLock { time in
        time += 1
        return time
      }
    }
    rooms = Rooms(store: store, configuration: configuration)
    let reports = Reports(store: store, configuration: configuration) { _ in }
    router = Router(rooms.routes + reports.routes, authenticator: TokenIsUser()) { _ in }
  }

  deinit {
    if ownsFolder { try? FileManager.default.removeItem(at: folder) }
  }

  /// Another home on the same database.
  func reopened() throws -> RoomsHome { try RoomsHome(folder: folder) }

  /// Sends a request to `/_matrix/client/v3`.
  func call(
    _ method: String, _ path: String, as user: String? = "@ada:localhost",
    device: String = "D", query: [(String, String)] = [], _ body: JSONValue? = nil
  ) async -> Reply {
    await call(method, "v3", path, user, device, query, body?.encoded() ?? [])
  }

  func call(
    _ method: String, _ version: String, _ path: String, _ user: String?, _ device: String,
    _ query: [(String, String)], _ body: [UInt8]
  ) async -> Reply {
    let segments = "_matrix/client/\(version)/\(path)".split(
      separator: "/", omittingEmptySubsequences: false)
    let response = await router.respond(
      to: Request(
        method: method, segments: segments.map(String.init),
        query: query.map { (name: $0.0, value: $0.1) },
        headers: .bearer(user.map { "\($0)|\(device)" }), remoteAddress: "127.0.0.1",
        body: RequestBody(ByteBuffer(bytes: body))))
    guard case .bytes(let bytes) = response.body, let value = try? JSONValue(bytes) else {
      return Reply(status: response.status, body: .null)
    }
    return Reply(status: response.status, body: value)
  }

  /// Creates a room and returns its id.
  func room(_ body: JSONValue = [:], by user: String = "@ada:localhost") async throws -> String {
    let reply = await call("POST", "createRoom", as: user, body)
    guard let room = reply.body["room_id"]?.string else { throw Unexpected(reply: reply) }
    return room
  }

  /// Creates a room that these users join.
  func room(with users: [String], _ body: JSONObject = [:]) async throws -> String {
    var body = body
    body["preset"] = "public_chat"
    let room = try await room(.object(body))
    for user in users {
      let reply = await call("POST", "rooms/\(room)/join", as: user)
      guard reply.status == 200 else { throw Unexpected(reply: reply) }
    }
    return room
  }

  /// Sends a text and returns the event id.
  @discardableResult
  func say(
    _ text: String, in room: String, as user: String = "@ada:localhost", _ more: JSONObject = [:]
  ) async throws -> String {
    var content: JSONObject = ["msgtype": "m.text", "body": .string(text)]
    for member in more { content[member.key] = member.value }
    let reply = await call(
      "PUT", "rooms/\(room)/send/m.room.message/\(UUID().uuidString)", as: user, .object(content))
    guard let id = reply.body["event_id"]?.string else { throw Unexpected(reply: reply) }
    return id
  }

  func snapshot(_ room: String) async throws -> RoomSnapshot {
    guard let id = RoomID(room), let snapshot = try await store.room(id) else {
      throw Unexpected(reply: nil)
    }
    return snapshot
  }

  func content(_ room: String, _ type: String, _ key: String = "") async throws -> JSONObject? {
    try await snapshot(room).content(type, key)
  }

  /// The events of a room in order.
  func events(_ room: String) async throws -> [StoredEvent] {
    try await store.read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM events WHERE room = ? ORDER BY position", arguments: [room]
      ).map { try StoredEvent(row: $0) }
    }
  }

  func event(_ id: String) async throws -> StoredEvent {
    let event = try await store.read { database in
      try EventID(id).flatMap { try EventRows.event($0, in: database) }
    }
    guard let event else { throw Unexpected(reply: nil) }
    return event
  }

  /// A column of strings.
  func texts(_ sql: String, _ arguments: [String] = []) async throws -> [String] {
    try await store.read { database in
      try String.fetchAll(database, sql: sql, arguments: StatementArguments(arguments))
    }
  }

  /// Sets the profile of a user.
  func setProfile(_ user: String, _ field: String, _ value: String) async throws {
    try await store.write { context in
      try context.database.execute(
        sql: "INSERT OR IGNORE INTO users (id, created) VALUES (?, 0)", arguments: [user])
      try context.database.execute(
        sql: "INSERT OR REPLACE INTO profiles (user, field, json) VALUES (?, ?, ?)",
        arguments: [user, field, Data(JSONValue.string(value).encoded())])
    }
  }

  /// The commits since the last call.
  func newCommits() -> [Commit] {
    commits.value.withLock { commits in
      defer { commits = [] }
      return commits
    }
  }
}

/// A response.
struct Reply: Sendable, CustomStringConvertible {
  let status: Int
  let body: JSONValue

  var code: String? { body["errcode"]?.string }
  var description: String { "\(status) \(body.text)" }

  /// Whether it is this error.
  func isError(_ status: Int, _ code: String) -> Bool {
    self.status == status && self.code == code && body["error"]?.string?.isEmpty == false
  }
}

struct Unexpected: Error {
  let reply: Reply?
}

/// Accepts tokens of the form `user|device`.
private struct TokenIsUser: Authenticator {
  func requester(token: String) async throws -> Requester {
    let parts = token.split(separator: "|").map(String.init)
    guard parts.count == 2, let user = UserID(parts[0]), let device = DeviceID(parts[1]) else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    return Requester(user: user, device: device)
  }
}

extension StoredEvent {
  /// The decoded content.
  var tree: JSONObject? { (try? content().value())?.object }
}
