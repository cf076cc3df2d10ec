import ModelKit

/// What must hold for a rule to be the one that decides.
///
/// Source: Matrix client-server API, "Conditions".
enum PushCondition: Sendable {
  case matches(PushProperty, Glob)
  /// A whole value without stars, which is how the predefined rules compare.
  case equals(PushProperty, FoldedText)
  case isValue(PushProperty, JSONValue)
  case contains(PushProperty, JSONValue)
  case containsOwnName
  case memberCount(PushComparison, Int)
  case senderMayNotify(String)
  /// A condition that this program does not know holds for no event.
  case unknown

  private static let longestPattern = 1_024

  init(_ condition: JSONValue) {
    switch condition["kind"]?.string {
    case "event_match": self = Self.match(condition)
    case "event_property_is": self = Self.value(condition).map { .isValue($0, $1) } ?? .unknown
    case "event_property_contains":
      self = Self.value(condition).map { .contains($0, $1) } ?? .unknown
    case "contains_display_name": self = .containsOwnName
    case "room_member_count": self = Self.memberCount(condition["is"]?.string ?? "")
    case "sender_notification_permission":
      self = condition["key"]?.string.map { .senderMayNotify($0) } ?? .unknown
    default: self = .unknown
    }
  }

  /// What rules for contents say without conditions.
  static func body(_ pattern: String) -> PushCondition {
    guard pattern.utf8.count <= longestPattern else { return .unknown }
    return .matches(.body, Glob(pattern))
  }

  private static func match(_ condition: JSONValue) -> PushCondition {
    guard let key = condition["key"]?.string, let pattern = condition["pattern"]?.string,
      pattern.utf8.count <= longestPattern
    else { return .unknown }
    let property = PushProperty(key)
    let isWhole = property != .body && !pattern.contains { $0 == "*" || $0 == "?" }
    return isWhole
      ? .equals(property, FoldedText(pattern)) : .matches(property, Glob(pattern))
  }

  /// Only strings, integers, booleans and null can be compared.
  private static func value(_ condition: JSONValue) -> (PushProperty, JSONValue)? {
    guard let key = condition["key"]?.string, let value = condition["value"],
      value.array == nil, value.object == nil
    else { return nil }
    return (PushProperty(key), value)
  }

  private static func memberCount(_ text: String) -> PushCondition {
    let sign = text.prefix { "<>=".contains($0) }
    guard let comparison = PushComparison(rawValue: String(sign)),
      let count = Int(text.dropFirst(sign.count)), count >= 0
    else { return .unknown }
    return .memberCount(comparison, count)
  }
}

/// How the number of members compares; nothing in front of the number means equal.
enum PushComparison: String, Sendable {
  case bare = ""
  case equal = "=="
  case less = "<"
  case more = ">"
  case atMost = "<="
  case atLeast = ">="

  func holds(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .bare, .equal: left == right
    case .less: left < right
    case .more: left > right
    case .atMost: left <= right
    case .atLeast: left >= right
    }
  }
}
