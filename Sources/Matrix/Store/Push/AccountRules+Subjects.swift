import Controllers
import MatrixPush
import ModelKit
import Models

/// What the rules say of the things that people decide about.
extension AccountRules {
  /// The rules that every account has for one of these things.
  private struct Predefined {
    let subject: AlertSubject
    let places: [(kind: PushKind, id: String)]
    /// Whether the rules keep it silent where they are enabled.
    var silences = false
    /// Whether disabling them only leaves the decision to a later rule, so that they have to stay and do
    /// nothing.
    var decides = false
    /// What the rules do where they tell.
    var actions: [JSONValue] = ["notify"]
  }

  private static let sound: JSONValue = ["set_tweak": "sound", "value": "default"]
  private static let highlight: JSONValue = ["set_tweak": "highlight"]

  /// Source: Matrix client-server API, "Default rules".
  private static let predefined = [
    Predefined(
      subject: .anything, places: [(.override, ".m.rule.master")], silences: true),
    Predefined(
      subject: .directMessages,
      places: [
        (.underride, ".m.rule.room_one_to_one"), (.underride, ".m.rule.encrypted_room_one_to_one"),
      ], decides: true, actions: ["notify", sound]),
    Predefined(
      subject: .roomMessages,
      places: [(.underride, ".m.rule.message"), (.underride, ".m.rule.encrypted")], decides: true),
    Predefined(
      subject: .mentions,
      places: [
        (.override, ".m.rule.is_user_mention"), (.override, ".m.rule.contains_display_name"),
        (.content, ".m.rule.contains_user_name"),
      ], actions: ["notify", sound, highlight]),
    Predefined(
      subject: .roomMentions,
      places: [(.override, ".m.rule.is_room_mention"), (.override, ".m.rule.roomnotif")],
      actions: ["notify", highlight]),
    Predefined(
      subject: .invites, places: [(.override, ".m.rule.invite_for_me")], actions: ["notify", sound]),
    Predefined(
      subject: .calls, places: [(.underride, ".m.rule.call")], actions: ["notify", sound]),
    Predefined(
      subject: .botMessages, places: [(.override, ".m.rule.suppress_notices")], silences: true),
  ]

  /// Whether the account is told of each thing about which it has a rule.
  var told: [AlertSubject: Bool] {
    var told: [AlertSubject: Bool] = [:]
    for rules in Self.predefined {
      let known = rules.places.compactMap { rule($0.kind, $0.id) }
      guard !known.isEmpty else { continue }
      told[rules.subject] =
        rules.silences
        ? !known.contains(where: Self.isEnabled) : known.contains(where: Self.isTelling)
    }
    for rule in Self.rules(content, .content) where Self.isOwn(rule) && Self.isTelling(rule) {
      if let word = rule["pattern"]?.string { told[.word(word)] = true }
    }
    for rule in Self.rules(content, .sender) where Self.isSilent(rule) {
      if let person = rule["rule_id"]?.string.flatMap({ UserID($0) }) {
        told[.person(person)] = false
      }
    }
    return told
  }

  /// What to change so that the account is told of something, or no longer is.
  func edits(to isTold: Bool, _ subject: AlertSubject) -> [Edit] {
    switch subject {
    case .word(let word): edits(to: isTold, word: word)
    case .person(let person):
      isTold
        ? (rule(.sender, person.rawValue) == nil ? [] : [.remove(.sender, person.rawValue)])
        : (told[subject] == false ? [] : put(.sender, person.rawValue, ["actions": []]))
    default: Self.predefined.first { $0.subject == subject }.map { edits(to: isTold, $0) } ?? []
    }
  }

  private func edits(to isTold: Bool, _ rules: Predefined) -> [Edit] {
    let isEnabled = isTold != rules.silences
    return rules.places.flatMap { kind, id -> [Edit] in
      guard let rule = rule(kind, id) else { return [] }
      if rules.decides, !isTold { return Self.isTelling(rule) ? [.act(kind, id, [])] : [] }
      // Other clients also silence a rule by taking its actions away.
      let isMute = isTold && !rules.silences && Self.outcome(rule).isEmpty
      return (isMute ? [.act(kind, id, rules.actions)] : [])
        + (Self.isEnabled(rule) == isEnabled ? [] : [.turn(kind, id, isEnabled)])
    }
  }

  private func edits(to isTold: Bool, word: String) -> [Edit] {
    let known = Self.rules(content, .content).filter {
      Self.isOwn($0) && $0["pattern"]?.string == word
    }
    guard isTold else {
      return known.compactMap { $0["rule_id"]?.string }.map { .remove(.content, $0) }
    }
    guard !known.contains(where: Self.isTelling) else { return [] }
    let rule: JSONObject = [
      "pattern": .string(word), "actions": ["notify", Self.sound, Self.highlight],
    ]
    return put(.content, freeID(for: word), rule)
  }

  /// Servers take no slashes in the names of rules, and keep those with a dot in front for themselves.
  private func freeID(for word: String) -> String {
    let plain = word.replacing("/", with: "_").replacing("\\", with: "_")
    let name = plain.hasPrefix(".") ? "_" + plain : plain
    let names = [name] + (2...100).map { "\(name) \($0)" }
    return names.first { id in
      rule(.content, id).map { $0["pattern"]?.string == word } ?? true
    } ?? name
  }

  private func rule(_ kind: PushKind, _ id: String) -> JSONValue? {
    Self.rules(content, kind).first { $0["rule_id"]?.string == id }
  }

  private static func isOwn(_ rule: JSONValue) -> Bool { rule["default"]?.boolean != true }

  private static func isEnabled(_ rule: JSONValue) -> Bool { rule["enabled"]?.boolean != false }

  private static func isTelling(_ rule: JSONValue) -> Bool {
    isEnabled(rule) && !outcome(rule).isEmpty
  }

  private static func outcome(_ rule: JSONValue) -> PushOutcome {
    PushOutcome(actions: rule["actions"]?.array ?? [])
  }
}
