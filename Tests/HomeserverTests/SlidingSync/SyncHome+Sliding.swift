import MatrixWire
import ModelKit
import Testing

@testable import Homeserver

extension SyncHome {
  /// A response of sliding sync.
  struct Slide: Sendable {
    let status: Int
    let json: JSONValue

    var code: String? { json["errcode"]?.string }
    var message: String { json["error"]?.string ?? "" }
    var pos: String { json["pos"]?.string ?? "none" }
    var rooms: JSONObject { json["rooms"]?.object ?? [:] }
    func room(_ id: RoomID) -> JSONValue? { json["rooms"]?[id.rawValue] }
    func count(_ list: String = "all") -> Int? { json["lists"]?[list]?["count"]?.integer }

    /// The rooms in the first range of a list.
    func shown(_ list: String = "all") -> [String] {
      let range = json["lists"]?[list]?["ops"]?.array?.first
      return (range?["room_ids"]?.array ?? []).compactMap(\.string)
    }

    func has(_ extension: String, _ room: RoomID) -> JSONValue? {
      json["extensions"]?[`extension`]?["rooms"]?[room.rawValue]
    }
  }

  func slide(
    as name: String = "grace", _ body: JSONValue = .all(), pos: String? = nil, timeout: Int = 0,
    isElsewhere: Bool = false
  ) async throws -> Slide {
    var query = [("timeout", String(timeout))]
    if let pos { query.append(("pos", pos)) }
    let reply = try await ask(
      "POST", "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync", as: name, query,
      body: String(decoding: body.encoded(), as: UTF8.self), isElsewhere: isElsewhere)
    if reply.status == 200 {
      // The client reads it without dropping anything.
      var issues = JSONIssues()
      let model = try RawSlidingSyncResponse.decode(reply.json.encoded(), issues: &issues)
      #expect(issues.isEmpty)
      #expect(Set(model.rooms.keys) == Set(reply.json["rooms"]?.object?.map(\.key) ?? []))
    }
    return Slide(status: reply.status, json: reply.json)
  }
}

extension JSONValue {
  /// A request with one list `all`.
  static func all(
    _ first: Int = 0, _ last: Int = 99, limit: Int = 10, state: [[String]] = [],
    filters: JSONValue = [:], more: JSONObject = [:]
  ) -> JSONValue {
    var body: JSONObject = [
      "lists": [
        "all": [
          "ranges": [[.number(JSONNumber(first)), .number(JSONNumber(last))]],
          "timeline_limit": .number(JSONNumber(limit)),
          "required_state": .array(state.map { .array($0.map(JSONValue.string)) }),
          "filters": filters,
        ]
      ]
    ]
    for member in more { body[member.key] = member.value }
    return .object(body)
  }

  /// A request with subscriptions alone.
  static func subscribe(
    _ rooms: [RoomID], limit: Int = 10, state: [[String]] = []
  ) -> JSONValue {
    var subscriptions = JSONObject()
    for room in rooms {
      subscriptions[room.rawValue] = [
        "timeline_limit": .number(JSONNumber(limit)),
        "required_state": .array(state.map { .array($0.map(JSONValue.string)) }),
      ]
    }
    return ["room_subscriptions": .object(subscriptions)]
  }

  var timelineEvents: [JSONValue] { self["timeline"]?.array ?? [] }

  /// The spoken of the messages in the timeline of a room of sliding sync.
  var spoken: [String] { timelineEvents.compactMap { $0["content"]?["body"]?.string } }

  var eventIDs: [String] { timelineEvents.compactMap { $0["event_id"]?.string } }

  /// The types and state keys of the required state.
  var required: [String] {
    (self["required_state"]?.array ?? []).compactMap { event in
      event["type"]?.string.map { $0 + "|" + (event["state_key"]?.string ?? "") }
    }
  }
}

extension JSONObject {
  /// The member of a request that enables extensions.
  static func extensions(_ names: String...) -> JSONObject {
    var extensions = JSONObject()
    for name in names { extensions[name] = ["enabled": true] }
    return ["extensions": .object(extensions)]
  }
}
