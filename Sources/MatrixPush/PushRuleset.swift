package import ModelKit

/// The push rules of an account, read once and then asked about each event.
///
/// Source: Matrix client-server API, "Push rules".
package struct PushRuleset: Sendable {
  private static let mostRules = 2_000

  private let rules: [PushRule]

  /// Reads the content of `m.push_rules`; what is no rule is left out.
  package init(_ content: JSONValue) {
    let global = content["global"]
    let all = PushKind.allCases.lazy.flatMap { kind in
      (global?[kind.rawValue]?.array ?? []).lazy.compactMap { PushRule($0, kind) }
    }
    rules = Array(all.prefix(Self.mostRules))
  }

  /// What the first rule that applies demands; nothing when none does.
  ///
  /// An account's own events and those of people whom it ignores are for the caller to leave out.
  package func outcome(of event: PushEvent, in room: PushSurroundings) -> PushOutcome {
    var question = PushQuestion(event: event, room: room)
    let saysWhomItMentions = event.content["m.mentions"] != nil
    for rule in rules where !(rule.isOutdated && saysWhomItMentions) {
      if rule.conditions.allSatisfy({ question.holds($0) }) { return rule.outcome }
    }
    return []
  }
}

/// An event with what the conditions before have found out about it.
private struct PushQuestion {
  let event: PushEvent
  let room: PushSurroundings
  private var texts: [PushProperty: FoldedText?] = [:]
  private var steps = PushSteps()

  init(event: PushEvent, room: PushSurroundings) {
    self.event = event
    self.room = room
  }

  mutating func holds(_ condition: PushCondition) -> Bool {
    switch condition {
    case .matches(let property, let glob):
      guard let text = text(of: property) else { return false }
      return property == .body ? glob.isInWords(of: text, &steps) : glob.matches(text, &steps)
    case .equals(let property, let wanted): return text(of: property)?.scalars == wanted.scalars
    case .isValue(let property, let value): return event.value(of: property) == value
    case .contains(let property, let value):
      return event.value(of: property)?.array?.contains(value) == true
    case .containsOwnName:
      guard let name = room.ownName, !name.isEmpty, let body = text(of: .body) else {
        return false
      }
      return Glob(literal: FoldedText(name)).isInWords(of: body, &steps)
    case .memberCount(let comparison, let count): return comparison.holds(room.memberCount, count)
    case .senderMayNotify(let kind): return room.senderMayNotify(kind)
    case .unknown: return false
    }
  }

  private mutating func text(of property: PushProperty) -> FoldedText? {
    if let known = texts[property] { return known }
    let text = event.value(of: property)?.string.map { FoldedText($0) }
    texts[property] = .some(text)
    return text
  }
}
