package import ModelKit

/// The kinds of rules, in the order in which they are asked.
package enum PushKind: String, CaseIterable, Sendable {
  case override, content, room, sender, underride
}

/// One enabled rule, ready to be asked.
struct PushRule: Sendable {
  /// The rules that looked for names before events said whom they mention.
  ///
  /// Source: Matrix client-server API, "Predefined rules": they do not apply to an event with `m.mentions`.
  private static let outdated: Set<String> = [
    ".m.rule.contains_display_name", ".m.rule.contains_user_name", ".m.rule.roomnotif",
  ]
  private static let mostConditions = 50

  let conditions: [PushCondition]
  let outcome: PushOutcome
  let isOutdated: Bool

  /// Nil for a rule that is disabled or none at all.
  init?(_ rule: JSONValue, _ kind: PushKind) {
    guard let id = rule["rule_id"]?.string, rule["enabled"]?.boolean != false,
      let conditions = Self.conditions(of: rule, id, kind)
    else { return nil }
    self.conditions = conditions
    outcome = PushOutcome(actions: rule["actions"]?.array ?? [])
    isOutdated = Self.outdated.contains(id)
  }

  private static func conditions(
    of rule: JSONValue, _ id: String, _ kind: PushKind
  ) -> [PushCondition]? {
    switch kind {
    case .override, .underride:
      let list = rule["conditions"]?.array ?? []
      return list.count <= mostConditions ? list.map { PushCondition($0) } : nil
    case .content: return rule["pattern"]?.string.map { [.body($0)] }
    case .room: return [.isValue(.room, .string(id))]
    case .sender: return [.isValue(.sender, .string(id))]
    }
  }
}

extension PushOutcome {
  /// What actions demand; without `notify`, nothing.
  package init(actions: [JSONValue]) {
    guard actions.contains(.string("notify")) else {
      self = []
      return
    }
    self = .notifies
    for action in actions {
      switch action["set_tweak"]?.string {
      case "highlight" where action["value"]?.boolean != false: insert(.highlights)
      case "sound" where action["value"]?.string?.isEmpty == false: insert(.sounds)
      default: break
      }
    }
  }
}
