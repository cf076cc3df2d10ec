import Foundation
import GRDB
import ModelKit
import NIOCore
import Synchronization
import Testing

@testable import Homeserver

/// A store with rooms, and `/sync` over it; an access token is the name of a user, and the name of a
/// device behind a bar.
final class SyncHome: Sendable {
  let store: Store
  let rooms: Rooms
  let feed: Feed
  let time: ManualTime
  private let dispatcher: Dispatcher
  /// The same without any memory: it asks the file for all.
  private let forgetful: Dispatcher
  private let folder: URL

  /// - Parameter answers: The forgetful one has the usual ones.
  init(
    users: [String] = ["ada", "grace", "linus"], answers: AnswerLimits = AnswerLimits()
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sync-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let time = ManualTime()
    self.time = time
    let feed = Feed(timer: time.timer)
    self.feed = feed
    let path = folder.appending(path: "store.sqlite").path
    store = try Store(path: path, onCommit: { feed.publish($0) })
    feed.start(at: store.committedPosition)
    var configuration = HomeserverConfiguration(dataDirectory: folder.path)
    configuration.clock = WallClock { time.timer.now() }
    rooms = Rooms(store: store, configuration: configuration)
    var limited = configuration
    limited.answers = answers
    dispatcher = Dispatcher(
      Syncing(store: store, feed: feed, configuration: limited).routes
        + History(store: store, configuration: limited).routes,
      authenticator: NameAuthenticator(), log: { Issue.record("\($0)") })
    forgetful = Dispatcher(
      Syncing(store: store, feed: ForgetfulFeed.make(), configuration: configuration).routes,
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

    /// The rooms that are told of, of all kinds.
    var roomCount: Int {
      ["join", "leave", "invite"].reduce(0) { $0 + (json["rooms"]?[$1]?.object?.count ?? 0) }
    }
  }

  func ask(
    _ method: String, _ path: String, as name: String, _ query: [(String, String)] = [],
    body: String = "", isForgetful: Bool = false
  ) async throws -> Reply {
    let token = name.contains("|") ? name : name + "|D"
    let path = "/_matrix/client/v3/" + path
    let call = Call(
      method: method, segments: path.split(separator: "/").map(String.init),
      query: query.map { (name: $0.0, value: $0.1) },
      header: { $0.lowercased() == "authorization" ? "Bearer " + token : nil },
      remoteAddress: "127.0.0.1", body: CallBody(ByteBuffer(string: body)))
    let answer = await (isForgetful ? forgetful : dispatcher).answer(call)
    guard case .bytes(let bytes) = answer.body else { throw MatrixError(0, "FILE", "a file") }
    return Reply(status: answer.status, json: try JSONValue(bytes))
  }

  func sync(
    as name: String, since: String? = nil, filter: String? = nil, timeout: Int = 0,
    _ more: [(String, String)] = [], isForgetful: Bool = false
  ) async throws -> Reply {
    var query = more
    if let since { query.append(("since", isForgetful ? Self.foreign(since) : since)) }
    if let filter { query.append(("filter", filter)) }
    if timeout > 0 { query.append(("timeout", String(timeout))) }
    return try await ask("GET", "sync", as: name, query, isForgetful: isForgetful)
  }

  /// The token as if another process had told it.
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

  /// Waits until so many syncs wait.
  func untilWaiting(_ count: Int) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while feed.waiterCount != count {
      try #require(ContinuousClock.now < end, "\(feed.waiterCount) wait, not \(count)")
      await Task.yield()
    }
  }
}

/// A feed that nobody tells anything.
private enum ForgetfulFeed {
  static func make() -> Feed { Feed(timer: ManualTime().timer) }
}

/// Time that stands still until it is moved.
final class ManualTime: Sendable {
  private struct Entry {
    let time: Int64
    let body: @Sendable () -> Void
  }

  private struct State {
    var now: Int64 = 1_700_000_000_000
    var calls: [Entry] = []
  }

  private let state = Mutex(State())

  var timer: FeedTimer {
    FeedTimer(
      now: { self.state.withLock { $0.now } },
      call: { delay, body in
        self.state.withLock { $0.calls.append(Entry(time: $0.now + delay, body: body)) }
      })
  }

  func advance(by milliseconds: Int64) {
    let end = state.withLock { $0.now + milliseconds }
    while true {
      let due = state.withLock { state -> (@Sendable () -> Void)? in
        let first = state.calls.indices.min { state.calls[$0].time < state.calls[$1].time }
        guard let first, state.calls[first].time <= end else {
          state.now = end
          return nil
        }
        let entry = state.calls.remove(at: first)
        state.now = max(state.now, entry.time)
        return entry.body
      }
      guard let due else { return }
      due()
    }
  }
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
