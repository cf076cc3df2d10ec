import ModelKit

/// The content of `m.room.power_levels`.
///
/// Source: Matrix client-server API, "m.room.power_levels".
struct PowerLevels: Sendable, Hashable {
  /// The levels at the top of the content.
  enum Field: String, CaseIterable, Sendable {
    case usersDefault = "users_default"
    case eventsDefault = "events_default"
    case stateDefault = "state_default"
    case ban, kick, redact, invite

    /// The default of the specification.
    var standard: Int {
      switch self {
      case .usersDefault, .eventsDefault, .invite: 0
      case .stateDefault, .ban, .kick, .redact: 50
      }
    }
  }

  private(set) var fields: [Field: Int] = [:]
  private(set) var users: [UserID: Int] = [:]
  /// By event type.
  private(set) var events: [ExactText: Int] = [:]
  private(set) var notifications: [ExactText: Int] = [:]

  /// The default levels.
  init() {}

  /// - Throws: `M_BAD_JSON` for a level that is not an integer (room versions before 10 accepted
  ///   strings), and for a key of `users` that is not a user id.
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
        throw MatrixError.badJSON("the keys of 'users' must be user ids")
      }
      users[user] = level
    }
  }

  subscript(field: Field) -> Int { fields[field] ?? field.standard }

  /// The level that a kind of notification requires, of which there is `room`.
  func notifying(_ kind: String) -> Int { notifications[ExactText(kind)] ?? 50 }

  private static func table(_ content: JSONObject, _ name: String) throws -> [ExactText: Int] {
    guard let value = content[name] else { return [:] }
    guard let object = value.object else {
      throw MatrixError.badJSON("'\(name)' must be an object")
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
    else { throw MatrixError.badJSON("the levels in '\(name)' must be integers") }
    return level
  }
}
