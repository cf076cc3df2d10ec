import Foundation
import GRDB
import ModelKit
import NIOCore
import Synchronization
import Testing

@testable import Homeserver

/// A store with rooms, served by `/sync`; access tokens have the form `user|device`.
final class SyncHome: Sendable {
  let store: Store
  let rooms: Rooms
  let feed: Feed
  let time: ManualTime
  /// The time of presence, which goes on by itself.
  let presenceTime: ManualTime
  private let router: Router
  /// The same data, served by another process without wake-ups.
  private let elsewhere: Router
  private let folder: URL

  /// - Parameter answers: The limits of this process; the other one has the defaults.
  init(
    users: [String] = ["ada", "grace", "linus"], responses: ResponseLimits = ResponseLimits()
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let time = ManualTime()
    self.time = time
    let presenceTime = ManualTime()
    self.presenceTime = presenceTime
    let feed = Feed(
      sleep: { try await time.sleep(for: $0) },
      presenceSleep: { try await presenceTime.sleep(for: $0) })
    self.feed = feed
    let path = folder.appending(path: "store.sqlite").path
    store = try Store(path: path, onCommit: { feed.publish($0) })
    var configuration = HomeserverConfiguration(dataDirectory: folder.path)
    configuration.clock = WallClock { time.now }
    rooms = Rooms(store: store, configuration: configuration)
    var limited = configuration
    limited.responses = responses
    router = Router(
      Syncing(store: store, feed: feed, configuration: limited).routes
        + SlidingSync(store: store, feed: feed, configuration: limited).routes
        + History(store: store, configuration: limited).routes,
      authenticator: NameAuthenticator(), log: { Issue.record("\($0)") })
    let other = Feed()
    elsewhere = Router(
      Syncing(store: store, feed: other, configuration: configuration).routes
        + SlidingSync(store: store, feed: other, configuration: configuration).routes,
      authenticator: NameAuthenticator(), log: { Issue.record("\($0)") })
    for name in users { try await addUser(name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func addUser(_ name: String) async throws {
    try await store.write { context in
      try context.database.execute(
        sql: "INSERT INTO users (id, created) VALUES (?, 0)", arguments: [id(name).rawValue])
    }
  }

  struct Reply: Sendable {
    let status: Int
    let json: JSONValue

    var code: String? { json["errcode"]?.string }
    var token: String { json["next_batch"]?.string ?? "none" }

    func joined(_ room: RoomID) -> JSONValue? { json["rooms"]?["join"]?[room.rawValue] }
    func left(_ room: RoomID) -> JSONValue? { json["rooms"]?["leave"]?[room.rawValue] }
    func invited(_ room: RoomID) -> JSONValue? { json["rooms"]?["invite"]?[room.rawValue] }

    /// The number of rooms of all kinds in the response.
    var roomCount: Int {
      ["join", "leave", "invite"].reduce(0) { $0 + (json["rooms"]?[$1]?.object?.count ?? 0) }
    }
  }

  func ask(
    _ method: String, _ path: String, as name: String, _ query: [(String, String)] = [],
    body: String = "", isElsewhere: Bool = false
  ) async throws -> Reply {
    let token = name.contains("|") ? name : name + "|D"
    let path = path.hasPrefix("/") ? path : "/_matrix/client/v3/" + path
    let request = Request(
      method: method, segments: path.split(separator: "/").map(String.init),
      query: query.map { (name: $0.0, value: $0.1) },
      headers: .bearer(token), remoteAddress: "127.0.0.1",
      body: RequestBody(ByteBuffer(string: body)))
    let response = await (isElsewhere ? elsewhere : router).respond(to: request)
    guard case .bytes(let bytes) = response.body else { throw MatrixError(0, "FILE", "a file") }
    return Reply(status: response.status, json: try JSONValue(bytes))
  }

  func sync(
    as name: String, since: String? = nil, filter: String? = nil, timeout: Int = 0,
    _ more: [(String, String)] = [], isElsewhere: Bool = false
  ) async throws -> Reply {
    var query = more
    if let since { query.append(("since", isElsewhere ? Self.foreign(since) : since)) }
    if let filter { query.append(("filter", filter)) }
    if timeout > 0 { query.append(("timeout", String(timeout))) }
    return try await ask("GET", "sync", as: name, query, isElsewhere: isElsewhere)
  }

  /// The token as another process would have issued it.
  private static func foreign(_ text: String) -> String {
    guard let token = StreamToken(text) else { return text }
    return StreamToken(position: token.position, typing: 0, boot: "other").text
  }

  func makeRoom(
    by name: String = "ada", _ preset: RoomPreset = .publicChat, name roomName: String? = nil,
    joined: [String] = [], visibility: String? = nil
  ) async throws -> RoomID {
    let room = try await store.write { [rooms] context in
      var creation = RoomCreation(creator: id(name), version: .v11)
      creation.preset = preset
      creation.name = roomName
      if let visibility {
        creation.initialState = [
          RoomCreation.State(
            key: StateKey("m.room.history_visibility"),
            content: ["history_visibility": .string(visibility)])
        ]
      }
      return try rooms.create(creation, in: context)
    }
    for name in joined { try await step(.join, name, room) }
    return room
  }

  @discardableResult
  func send(
    _ content: JSONObject, to room: RoomID, by name: String = "ada",
    type: String = "m.room.message", stateKey: String? = nil, transaction: String? = nil
  ) async throws -> StoredEvent {
    try await store.write { [rooms] context in
      try rooms.send(
        EventDraft(
          room: room, sender: id(name), type: type, stateKey: stateKey, content: content,
          redacts: content["redacts"]?.string.flatMap { EventID($0) },
          transaction: transaction.flatMap { text in
            DeviceID("D").map { StoredEvent.Transaction(user: id(name), device: $0, id: text) }
          }), in: context)
    }
  }

  @discardableResult
  func say(_ text: String, in room: RoomID, by name: String = "ada") async throws -> StoredEvent {
    try await send(["msgtype": "m.text", "body": .string(text)], to: room, by: name)
  }

  enum Step: Sendable, CaseIterable {
    case join, leave, invite, kick, ban, unban
  }

  func step(_ step: Step, _ name: String, _ room: RoomID) async throws {
    try await store.write { [rooms] context in
      let who = id(name)
      switch step {
      case .join: _ = try rooms.join(room, user: who, in: context)
      case .leave: _ = try rooms.leave(room, user: who, in: context)
      case .invite: _ = try rooms.invite(who, to: room, by: id("ada"), in: context)
      case .kick: _ = try rooms.kick(who, from: room, by: id("ada"), in: context)
      case .ban: _ = try rooms.ban(who, from: room, by: id("ada"), in: context)
      case .unban: _ = try rooms.unban(who, from: room, by: id("ada"), in: context)
      }
    }
  }

  /// The number of waiting syncs.
  var waiterCount: Int { feed.listeners.count { $0.isWaiting } }

  /// Waits until that many syncs wait.
  func untilWaiting(_ count: Int) async throws {
    try await becomes("\(count) wait") {
      waiterCount == count && time.sleeperCount >= count
    }
  }
}

/// A clock that only tests advance.
final class ManualTime: Sendable {
  private struct State {
    var now: Int64 = 1_700_000_000_000
    var sleepers: [Int: (end: Int64, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  /// Milliseconds since 1970.
  var now: Int64 { state.withLock { $0.now } }

  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(for time: Duration) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        state.withLock { state in
          if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
          let milliseconds =
            time.components.seconds * 1000
            + time.components.attoseconds / 1_000_000_000_000_000
          state.sleepers[number] = (state.now + milliseconds, continuation)
        }
      }
    } onCancel: {
      state.withLock { state in
        state.sleepers.removeValue(forKey: number)?.continuation.resume(
          throwing: CancellationError())
      }
    }
  }

  func advance(by milliseconds: Int64) {
    state.withLock { state in
      state.now += milliseconds
      for (number, sleeper) in state.sleepers where sleeper.end <= state.now {
        state.sleepers[number] = nil
        sleeper.continuation.resume()
      }
    }
  }

  /// Waits until at least that many tasks sleep.
  func untilSleeping(_ count: Int) async throws {
    try await becomes("\(count) sleep") { self.sleeperCount >= count }
  }
}

/// Waits until a condition holds.
func becomes(_ what: String, _ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < end, "not yet: \(what)")
    await Task.yield()
  }
}

extension Store {
  /// The position of the last committed change.
  func position() async throws -> Int64 { try await read { try ServerValues.position(in: $0) } }
}

private struct NameAuthenticator: Authenticator {
  func requester(token: String) async throws -> Requester { try Requester(test: token) }
}

extension Requester {
  init(test text: String) throws {
    let parts = text.split(separator: "|").map(String.init)
    guard parts.count == 2, let device = DeviceID(parts[1]) else {
      throw MatrixError.unknownToken(isSoft: false)
    }
    self.init(user: id(parts[0]), device: device)
  }
}

func id(_ name: String) -> UserID {
  guard let id = UserID("@\(name):localhost") else { preconditionFailure("a name of a test") }
  return id
}

extension JSONValue {
  var events: [JSONValue] { self["events"]?.array ?? [] }

  /// The ids of the events of the timeline.
  var timelineIDs: [String] {
    self["timeline"]?.events.compactMap { $0["event_id"]?.string } ?? []
  }

  /// The bodies of the messages of the timeline.
  var said: [String] {
    self["timeline"]?.events.compactMap { $0["content"]?["body"]?.string } ?? []
  }

  var isLimited: Bool? { self["timeline"]?["limited"]?.boolean }

  /// The types and state keys of the state, in their order.
  var stateKeys: [String] {
    self["state"]?.events.compactMap { event in
      event["type"]?.string.map { $0 + "|" + (event["state_key"]?.string ?? "") }
    } ?? []
  }

  func ephemeral(_ type: String) -> JSONValue? {
    self["ephemeral"]?.events.first { $0["type"]?.string == type }?["content"]
  }

  var unread: [Int?] {
    let counts = self["unread_notifications"]
    return [counts?["notification_count"]?.integer, counts?["highlight_count"]?.integer]
  }
}

func roomID(_ text: String) -> RoomID {
  guard let id = RoomID(text) else { preconditionFailure("an id of a test") }
  return id
}
