import Assets
import GRDB
import MatrixPush
import MatrixWire
import ModelKit

/// The push rules of an account: the predefined ones until it changes them.
///
/// Source: Matrix client-server API, "Predefined rules".
enum PushRules {
  /// The type of account data that contains the rules.
  static let type = EventType.pushRules

  /// The rules by kind, with placeholders for the user; the tests read all of them.
  private static let template = (try? JSONValue(Assets.pushRules)) ?? [:]

  /// The content of the account data `m.push_rules` before any change.
  static func predefined(for user: UserID) -> JSONValue { ["global": filled(template, for: user)] }

  private static func filled(_ template: JSONValue, for user: UserID) -> JSONValue {
    switch template {
    case .string("{user}"): .string(user.rawValue)
    case .string("{localpart}"): .string(String(user.localpart))
    case .array(let elements): .array(elements.map { filled($0, for: user) })
    case .object(let object):
      .object(
        JSONObject(object.members.map { .init(key: $0.key, value: filled($0.value, for: user)) }))
    default: template
    }
  }

  /// The content of the account data `m.push_rules`.
  static func content(of user: UserID, in database: Database) throws -> JSONValue {
    try changed(by: user, in: database) ?? predefined(for: user)
  }

  /// That content when the account has changed it; nil while it has the predefined rules.
  static func changed(by user: UserID, in database: Database) throws -> JSONValue? {
    try AccountDataRows.content(type, of: user, room: nil, in: database).map { try JSONValue($0) }
  }

  /// Changes the rules of an account, and tells its clients.
  static func set(_ content: JSONObject, of user: UserID, in context: WriteContext) throws {
    try AccountDataRows.set(type, of: user, room: nil, to: content, in: context)
    context.note(PushRuleset(.object(content)), of: user)
  }
}
