import GRDB
import ModelKit

/// The users whom a user ignores: the server withholds their events, except for state.
///
/// Source: Matrix client-server API, "Ignoring users".
struct IgnoredUsers: Sendable {
  private static let type = "m.ignored_user_list"

  static let none = IgnoredUsers([])

  private let users: Set<UserID>

  init(_ users: Set<UserID>) {
    self.users = users
  }

  /// Reads the list of a user; an invalid list ignores nobody.
  static func read(of user: UserID, from database: Database) throws -> Self {
    let content = try AccountDataRows.content(type, of: user, room: nil, in: database)
    let list = try content.map { try JSONValue($0) }?["ignored_users"]?.object ?? [:]
    // Ignoring oneself would hide one's own messages.
    return Self(Set(list.members.compactMap { UserID($0.key) }).subtracting([user]))
  }

  var isEmpty: Bool { users.isEmpty }

  func contains(_ user: UserID) -> Bool { users.contains(user) }

  func hides(_ event: StoredEvent) -> Bool {
    event.stateKey == nil && users.contains(event.sender)
  }

  /// A JSON list of the ids, for SQL.
  var list: String {
    String(
      decoding: JSONValue.array(users.map { .string($0.rawValue) }).encoded(), as: UTF8.self)
  }
}
