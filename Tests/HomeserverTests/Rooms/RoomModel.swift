import ModelKit

@testable import Homeserver

/// A room in memory to test rules: `ada` created it, `mod` has 50, `bob` and `carl` have 0.
struct RoomModel {
  static let server = "localhost"
  private(set) var snapshot: RoomSnapshot
  private var position: Int64 = 0

  init(version: RoomVersion = .v11, joinRule: String? = "invite", levels: JSONObject? = nil) {
    snapshot = RoomSnapshot(
      id: Self.room, version: version.rawValue, creator: Self.user("ada"))
    set("m.room.create", ["room_version": .string(version.rawValue)])
    for (name, membership) in [
      ("ada", "join"), ("mod", "join"), ("bob", "join"), ("carl", "join"), ("ivy", "invite"),
      ("ben", "ban"), ("lou", "leave"),
    ] {
      set("m.room.member", ["membership": .string(membership)], key: Self.user(name).rawValue)
    }
    if let joinRule { set("m.room.join_rules", ["join_rule": .string(joinRule)]) }
    if let levels { set("m.room.power_levels", levels) }
  }

  static var room: RoomID { checked(RoomID("!room:localhost")) }

  static func user(_ name: String) -> UserID { checked(UserID("@\(name):\(server)")) }

  private static func checked<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a test uses a malformed id") }
    return value
  }

  /// The levels of a new room, with a moderator.
  static let levels: JSONObject = [
    "users": ["@ada:localhost": 100, "@mod:localhost": 50],
    "events": ["m.room.name": 50, "m.room.power_levels": 100, "org.free": 0, "org.high": 70],
    "state_default": 50, "invite": 0, "kick": 50, "ban": 50, "redact": 50,
  ]

  mutating func set(_ type: String, _ content: JSONObject, key: String = "") {
    position += 1
    snapshot.set(
      StateKey(type, key),
      StateEntry(
        event: Self.checked(EventID("$\(position)")), sender: Self.user("ada"),
        content: JSONSlice(.object(content))))
  }

  /// Whether the rules allow a draft.
  func allows(_ draft: EventDraft) throws -> Bool {
    do {
      try Authorization(room: snapshot, powers: try RoomPowers(of: snapshot)).check(draft)
      return true
    } catch let error as MatrixError where error.code == "M_FORBIDDEN" && error.status == 403 {
      return false
    }
  }

  static func member(
    _ sender: String, _ target: String, _ membership: String, _ more: JSONObject = [:]
  ) -> EventDraft {
    var content: JSONObject = ["membership": .string(membership)]
    content.members += more.members
    return EventDraft(
      room: room, sender: user(sender), type: "m.room.member",
      stateKey: user(target).rawValue, content: content)
  }
}
