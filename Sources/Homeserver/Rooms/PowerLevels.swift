import ModelKit

/// The content of `m.room.power_levels`: who may do what.
///
/// Source: Matrix client-server API, "m.room.power_levels".
struct PowerLevels: Sendable, Hashable {
  /// The levels that are members of the content itself.
  enum Field: String, CaseIterable, Sendable {
    case usersDefault = "users_default"
    case eventsDefault = "events_default"
    case stateDefault = "state_default"
    case ban, kick, redact, invite

    /// What holds where the content does not say.
    var standard: Int {
      switch self {
      case .usersDefault, .eventsDefault, .invite: 0
      case .stateDefault, .ban, .kick, .redact: 50
      }
    }
  }

  private(set) var fields: [Field: Int] = [:]
  private(set) var users: [UserID: Int] = [:]
  /// By the type of the event.
  private(set) var events: [ExactText: Int] = [:]
  private(set) var notifications: [ExactText: Int] = [:]

  /// Levels where the content says nothing.
  init() {}

  /// Reads a content.
  ///
  /// - Throws: `M_BAD_JSON` for a level that is no integer (room versions before 10 took texts too),
  ///   and for a key of `users` that is no user id.
  init(_ content: JSONObject) throws {
    for field in Field.allCases {
      if let value = content[field.rawValue] {
        fields[field] = try Self.level(value, of: field.rawValue)
      }
    }
    events = try Self.table(content, "events")
    notifications = try Self.table(content, "notifications")
    for (key, level) in try Self.table(content, "users") {
      guard let user = UserID(key.text) else {
        throw MatrixError.badJSON("'users' has a key that is no user id")
      }
      users[user] = level
    }
  }

  subscript(field: Field) -> Int { fields[field] ?? field.standard }

  /// What it takes to notify everybody by `@room`.
  var notifyingRoom: Int { notifications[ExactText("room")] ?? 50 }

  private static func table(_ content: JSONObject, _ name: String) throws -> [ExactText: Int] {
    guard let value = content[name] else { return [:] }
    guard let object = value.object else {
      throw MatrixError.badJSON("'\(name)' is no object")
    }
    var table: [ExactText: Int] = [:]
    for member in object {
      table[ExactText(member.key)] = try level(member.value, of: name)
    }
    return table
  }

  private static func level(_ value: JSONValue, of name: String) throws -> Int {
    guard let number = value.number, CanonicalJSON.isInteger(number),
      let level = number.integer(Int.self)
    else { throw MatrixError.badJSON("a level of '\(name)' is no integer") }
    return level
  }
}
