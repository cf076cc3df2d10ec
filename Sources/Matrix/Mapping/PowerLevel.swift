import ModelKit

/// Reads `m.room.power_levels`; whatever is no number has its default.
///
/// Source: Matrix client-server API, `m.room.power_levels`.
enum PowerLevel {
  static func of(_ user: String, in levels: JSONValue) -> Int {
    number(levels["users"]?[user]) ?? ordinary(in: levels)
  }

  /// The level of people without a rule for them.
  static func ordinary(in levels: JSONValue) -> Int { number(levels["users_default"]) ?? 0 }

  /// Old rooms have levels as texts.
  static func number(_ value: JSONValue?) -> Int? {
    value?.integer ?? value?.string.flatMap { Int($0) }
  }
}
