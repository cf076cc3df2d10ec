import Foundation
import GRDB
import ModelKit
import NIOCore
import Synchronization

@testable import Homeserver

/// A store, its rooms and the endpoints that read them; access tokens have the form `user|device`.
final class HistoryHome: Sendable {
  let store: Store
  let rooms: Rooms
  let configuration: HomeserverConfiguration
  private let router: Router
  private let folder: URL

  init(
    users: [String] = ["ada", "grace", "linus"], responses: ResponseLimits = ResponseLimits()
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(path: folder.appending(path: "store.sqlite").path, onCommit: { _ in })
    let now = TimeBox()
    var configuration = HomeserverConfiguration(dataDirectory: folder.path)
    configuration.clock = WallClock { now.next() }
    configuration.responses = responses
    self.configuration = configuration
    rooms = Rooms(store: store, configuration: configuration)
    router = Router(
      History(store: store, configuration: configuration).routes
        + AccountData(store: store).routes,
      authenticator: TokenAuthenticator(), log: { print($0) })
    for name in users {
      try await store.write { context in
        try context.database.execute(
          sql: "INSERT INTO users (id, created) VALUES (?, 0)", arguments: [user(name).rawValue])
      }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  struct Reply {
    let status: Int
    let body: JSONValue

    var code: String? { body["errcode"]?.string }
  }

  /// Sends a request to a path, by default below `/_matrix/client/v3`.
  func ask(
    _ method: String, _ path: String, as name: String, _ query: [(String, String)] = [],
    body: String = ""
  ) async throws -> Reply {
    let path = path.hasPrefix("/_matrix") ? path : "/_matrix/client/v3/" + path
    let token = name.contains("|") ? name : name + "|D"
    let request = Request(
      method: method, segments: path.split(separator: "/").map(String.init),
      query: query.map { (name: $0.0, value: $0.1) },
      headers: .bearer(token), remoteAddress: "127.0.0.1",
      body: RequestBody(ByteBuffer(string: body)))
    let response = await router.respond(to: request)
    guard case .bytes(let bytes) = response.body else {
      throw MatrixError(0, "NO_JSON", "a file")
    }
    return Reply(status: response.status, body: try JSONValue(bytes))
  }

  func get(
    _ path: String, as name: String, _ query: [(String, String)] = []
  ) async throws -> Reply {
    try await ask("GET", path, as: name, query)
  }

  func makeRoom(
    visibility: String = "shared", by name: String = "ada", _ preset: RoomPreset = .publicChat
  ) async throws -> RoomID {
    try await store.write { [rooms] context in
      var creation = RoomCreation(creator: user(name), version: .v11)
      creation.preset = preset
      creation.initialState = [
        RoomCreation.State(
          key: StateKey("m.room.history_visibility"),
          content: ["history_visibility": .string(visibility)])
      ]
      return try rooms.create(creation, in: context)
    }
  }

  @discardableResult
  func send(
    _ content: JSONObject, to room: RoomID, by name: String = "ada",
    type: String = "m.room.message", stateKey: String? = nil, transaction: String? = nil
  ) async throws -> StoredEvent {
    try await store.write { [rooms] context in
      let device = DeviceID("D")
      return try rooms.send(
        EventDraft(
          room: room, sender: user(name), type: type, stateKey: stateKey, content: content,
          redacts: content["redacts"]?.string.flatMap(EventID.init),
          transaction: transaction.flatMap { id in
            device.map { StoredEvent.Transaction(user: user(name), device: $0, id: id) }
          }), in: context)
    }
  }

  @discardableResult
  func say(_ text: String, in room: RoomID, by name: String = "ada") async throws -> StoredEvent {
    try await send(["msgtype": "m.text", "body": .string(text)], to: room, by: name)
  }

  /// An event that relates to another: a reply, an edit, a reaction.
  @discardableResult
  func relate(
    _ kind: String, to event: StoredEvent, by name: String = "ada", _ text: String = "related",
    type: String = "m.room.message", key: String? = nil
  ) async throws -> StoredEvent {
    var relation: JSONObject = [
      "rel_type": .string(kind), "event_id": .string(event.id.rawValue),
    ]
    if let key { relation["key"] = .string(key) }
    var content: JSONObject = ["msgtype": "m.text", "body": .string(text)]
    if kind == "m.replace" { content["m.new_content"] = .object(content) }
    content["m.relates_to"] = .object(relation)
    return try await send(content, to: event.room, by: name, type: type)
  }

  @discardableResult
  func redact(_ event: StoredEvent, by name: String = "ada") async throws -> StoredEvent {
    try await send(
      ["redacts": .string(event.id.rawValue), "reason": "a slip"], to: event.room, by: name,
      type: "m.room.redaction")
  }

  enum Step: String, Sendable, CaseIterable {
    case join, leave, invite, kick, ban, unban, forget
  }

  func step(_ step: Step, _ name: String, _ room: RoomID) async throws {
    try await store.write { [rooms] context in
      let who = user(name)
      switch step {
      case .join: try rooms.join(room, user: who, in: context)
      case .leave: try rooms.leave(room, user: who, in: context)
      case .invite: try rooms.invite(who, to: room, by: user("ada"), in: context)
      case .kick: try rooms.kick(who, from: room, by: user("ada"), in: context)
      case .ban: try rooms.ban(who, from: room, by: user("ada"), in: context)
      case .unban: try rooms.unban(who, from: room, by: user("ada"), in: context)
      case .forget: try rooms.forget(room, user: who, in: context)
      }
    }
  }

  func setVisibility(_ visibility: String, of room: RoomID) async throws {
    try await send(
      ["history_visibility": .string(visibility)], to: room, type: "m.room.history_visibility",
      stateKey: "")
  }
}

/// A clock that advances by a millisecond at each reading.
private final class TimeBox: Sendable {
  private let time = Mutex<Int64>(1_700_000_000_000)

  func next() -> Int64 {
    time.withLock {
      $0 += 1
      return $0
    }
  }
}

func user(_ name: String) -> UserID {
  guard let id = UserID("@\(name):localhost") else { preconditionFailure("a name of a test") }
  return id
}

private struct TokenAuthenticator: Authenticator {
  func requester(token: String) async throws -> Requester {
    let parts = token.split(separator: "|").map(String.init)
    guard parts.count == 2, let device = DeviceID(parts[1]) else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    return Requester(user: user(parts[0]), device: device)
  }
}

extension JSONValue {
  /// The bodies of the messages in an array of events, and the types of other events.
  var bodies: [String] {
    (array ?? []).map { event in
      event["content"]?["body"]?.string ?? event["type"]?.string ?? "?"
    }
  }
}
