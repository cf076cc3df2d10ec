import MatrixPush
import MatrixWire
import ModelKit
import Models

/// The push rules of the account, as the server has them.
struct AccountRules: Sendable {
  /// Bytes of all rules together: nobody writes more, and each event is compared with them.
  private static let largest = 1 << 20

  let content: JSONValue
  /// The same rules, ready to be asked about events.
  let ruleset: PushRuleset
  /// The rooms of which the account wants to hear nothing, and those of which it wants its mentions.
  let silent: Set<String>
  let mentionsOnly: Set<String>

  /// Nil for content that is too large.
  init?(_ content: JSONValue) {
    guard content.text.utf8.count <= Self.largest else { return nil }
    self.init(bounded: content)
  }

  private init(bounded content: JSONValue) {
    self.content = content
    ruleset = PushRuleset(content)
    silent = Set(Self.rules(content, .override).compactMap(Self.silencedRoom))
    mentionsOnly = Set(
      Self.rules(content, .room).compactMap { rule in
        Self.isSilent(rule) ? rule["rule_id"]?.string : nil
      })
  }

  /// Of which messages of a room the account wants to be told.
  ///
  /// A room is silenced by a rule that goes before those for mentions, and left its mentions by one that
  /// comes after them: so other clients write it, too.
  func alerts(in room: RoomID) -> Room.Alerts {
    if silent.contains(room.rawValue) { return .none }
    return mentionsOnly.contains(room.rawValue) ? .mentions : .all
  }

  /// The rooms that have a rule of their own.
  var rooms: Set<String> { silent.union(mentionsOnly) }

  /// The rooms that these rules and others treat differently.
  func rooms(besides other: AccountRules?) -> Set<RoomID> {
    let all = rooms.union(other?.rooms ?? []).compactMap { RoomID($0) }
    return Set(all.filter { alerts(in: $0) != (other?.alerts(in: $0) ?? .all) })
  }
}

extension AccountRules {
  /// A change of one rule.
  enum Edit: Hashable, Sendable {
    case put(PushKind, String, JSONObject)
    /// Enables or disables a rule.
    case turn(PushKind, String, Bool)
    /// Gives a rule other actions.
    case act(PushKind, String, [JSONValue])
    case remove(PushKind, String)
  }

  /// What to change so that a room has other alerts: first the new rule, then those in its way.
  func edits(to alerts: Room.Alerts, in room: RoomID) -> [Edit] {
    guard alerts != self.alerts(in: room) else { return [] }
    let id = room.rawValue
    let silencing = Self.rules(content, .override).filter { Self.silencedRoom($0) == id }
    let removals = silencing.compactMap { $0["rule_id"]?.string }.map { Edit.remove(.override, $0) }
    switch alerts {
    case .all:
      return removals + (mentionsOnly.contains(id) ? [.remove(.room, id)] : [])
    case .mentions:
      let isKnown = mentionsOnly.contains(id)
      return (isKnown ? [] : put(.room, id, ["actions": []])) + removals
    case .none:
      let condition: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": .string(id)]
      let rule: JSONObject = ["conditions": [condition], "actions": []]
      return put(.override, id, rule) + (mentionsOnly.contains(id) ? [.remove(.room, id)] : [])
    }
  }

  /// A rule that replaces a disabled one stays disabled.
  func put(_ kind: PushKind, _ id: String, _ rule: JSONObject) -> [Edit] {
    let known = Self.rules(content, kind).first { $0["rule_id"] == .string(id) }
    let isDisabled = known?["enabled"]?.boolean == false
    return [.put(kind, id, rule)] + (isDisabled ? [.turn(kind, id, true)] : [])
  }

  /// The rules after some changes, as the next sync will bring them.
  func applying(_ edits: [Edit]) -> AccountRules {
    var global = content["global"]?.object ?? [:]
    for edit in edits {
      let (kind, id) = edit.place
      var rules = global[kind.rawValue]?.array ?? []
      let index = rules.firstIndex { $0["rule_id"] == .string(id) }
      switch edit {
      case .put(_, _, let members):
        if let index { rules.remove(at: index) }
        var rule = members
        rule["rule_id"] = .string(id)
        rule["default"] = false
        rule["enabled"] = true
        // The rule that silences everything stays the first.
        let place = rules.firstIndex { $0["rule_id"] != ".m.rule.master" } ?? rules.count
        rules.insert(.object(rule), at: place)
      case .turn(_, _, let isEnabled):
        index.map { rules[$0] = Self.rule(rules[$0], "enabled", .boolean(isEnabled)) }
      case .act(_, _, let actions):
        index.map { rules[$0] = Self.rule(rules[$0], "actions", .array(actions)) }
      case .remove:
        if let index { rules.remove(at: index) }
      }
      global[kind.rawValue] = .array(rules)
    }
    var content = content.object ?? [:]
    content["global"] = .object(global)
    return AccountRules(bounded: .object(content))
  }

  /// A rule with another value of a member.
  private static func rule(_ rule: JSONValue, _ member: String, _ value: JSONValue) -> JSONValue {
    var members = rule.object ?? [:]
    members[member] = value
    return .object(members)
  }

  static func rules(_ content: JSONValue, _ kind: PushKind) -> [JSONValue] {
    content["global"]?[kind.rawValue]?.array ?? []
  }

  /// Whether a rule holds and tells of nothing.
  static func isSilent(_ rule: JSONValue) -> Bool {
    rule["enabled"]?.boolean != false
      && PushOutcome(actions: rule["actions"]?.array ?? []).isEmpty
  }

  /// The room that a rule silences, whatever else happens there.
  private static func silencedRoom(_ rule: JSONValue) -> String? {
    guard isSilent(rule), let conditions = rule["conditions"]?.array, conditions.count == 1,
      conditions[0]["kind"] == "event_match", conditions[0]["key"] == "room_id"
    else { return nil }
    return conditions[0]["pattern"]?.string
  }
}

extension AccountRules.Edit {
  var place: (kind: PushKind, id: String) {
    switch self {
    case .put(let kind, let id, _), .turn(let kind, let id, _), .act(let kind, let id, _),
      .remove(let kind, let id):
      (kind, id)
    }
  }
}
