import MatrixPush
import ModelKit

/// The push rules of an account as its clients read and change them, and as it keeps them.
struct PushRuleList {
  /// The rule that stands above those of the account.
  private static let master = ".m.rule.master"

  private(set) var content: JSONObject

  init(_ content: JSONValue) { self.content = content.object ?? [:] }

  /// All kinds with their rules.
  var global: JSONValue { content["global"] ?? [:] }

  /// The rules of a kind, the most important one first.
  private(set) subscript(kind: PushKind) -> [JSONValue] {
    get { global[kind.rawValue]?.array ?? [] }
    set {
      var global = global.object ?? [:]
      global[kind.rawValue] = .array(newValue)
      content["global"] = .object(global)
    }
  }

  /// The rule of that id; nil when there is none.
  func rule(_ id: String, _ kind: PushKind) -> JSONValue? {
    index(of: id, self[kind]).map { self[kind][$0] }
  }

  /// Where to put a rule: among those of the account, next to another one or before all.
  enum Place: Equatable {
    case first
    case before(String)
    case after(String)

    /// The rule beside which to put it.
    var neighbour: String? {
      switch self {
      case .first: nil
      case .before(let id), .after(let id): id
      }
    }
  }

  /// Adds a rule, or replaces the one of the same id, which stays disabled if it was.
  ///
  /// - Throws: `M_UNKNOWN` when the account has no rule at that place.
  mutating func put(_ rule: JSONObject, id: String, _ kind: PushKind, at place: Place) throws {
    var rule = rule
    rule["rule_id"] = .string(id)
    rule["default"] = false
    rule["enabled"] = self.rule(id, kind)?["enabled"] ?? true
    var rules = self[kind]
    if let known = index(of: id, rules), place.neighbour == id {
      rules[known] = .object(rule)
    } else {
      rules.removeAll { $0["rule_id"] == .string(id) }
      rules.insert(.object(rule), at: try index(of: place, rules))
    }
    self[kind] = rules
  }

  /// Removes a rule of the account; false when there is none.
  mutating func remove(_ id: String, _ kind: PushKind) -> Bool {
    var rules = self[kind]
    guard let index = index(of: id, rules), rules[index]["default"]?.boolean != true else {
      return false
    }
    rules.remove(at: index)
    self[kind] = rules
    return true
  }

  /// Changes one member of a rule; false when there is no such rule.
  mutating func set(_ member: String, to value: JSONValue, of id: String, _ kind: PushKind) -> Bool
  {
    var rules = self[kind]
    guard let index = index(of: id, rules), var rule = rules[index].object else { return false }
    rule[member] = value
    rules[index] = .object(rule)
    self[kind] = rules
    return true
  }

  private func index(of id: String, _ rules: [JSONValue]) -> Int? {
    rules.firstIndex { $0["rule_id"] == .string(id) }
  }

  private func index(of place: Place, _ rules: [JSONValue]) throws -> Int {
    guard let neighbour = place.neighbour else {
      return rules.firstIndex { $0["rule_id"] != .string(Self.master) } ?? rules.count
    }
    guard let index = index(of: neighbour, rules), rules[index]["default"]?.boolean != true else {
      throw MatrixError(400, "M_UNKNOWN", "before/after rule not found: \(neighbour)")
    }
    return place == .before(neighbour) ? index : index + 1
  }
}
