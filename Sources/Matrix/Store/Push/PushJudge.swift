import MatrixPush
import MatrixWire
import ModelKit
import Models

/// Says what the account's push rules demand for the events of a room.
struct PushJudge {
  /// Nil while the rules are not known.
  private let ruleset: PushRuleset?
  private let own: UserID
  private let room: RoomState
  private let ownName: String?

  init(_ rules: AccountRules?, _ room: RoomState, for own: UserID, _ tables: AccountTables) throws {
    ruleset = rules?.ruleset
    self.own = own
    self.room = room
    ownName = try tables.member(own, of: room.number)?.user.displayName
  }

  /// Whether to keep what is said, because it comes from the account's rules.
  var isFinal: Bool { ruleset != nil }

  func outcome(of event: StoredEvent) -> PushOutcome {
    guard let ruleset else { return usualOutcome(of: event) }
    let raw = event.raw
    return ruleset.outcome(
      of: PushEvent(
        type: raw.type, sender: raw.sender, room: room.id.rawValue, stateKey: raw.stateKey,
        content: raw.content),
      in: surroundings(of: raw.sender))
  }

  /// What the rules say of the account's own invite, whose event the server does not send.
  func outcomeOfInvite(from inviter: UserID) -> PushOutcome {
    guard let ruleset else { return .notifies }
    return ruleset.outcome(
      of: PushEvent(
        type: EventType.member, sender: inviter.rawValue, room: room.id.rawValue,
        stateKey: own.rawValue, content: ["membership": "invite"]),
      in: surroundings(of: inviter.rawValue))
  }

  private func surroundings(of sender: String) -> PushSurroundings {
    PushSurroundings(ownName: ownName, memberCount: room.joinedCount) { kind in
      guard kind == "room", let sender = UserID(sender) else { return false }
      return room.creators.contains(sender) || room.roomNotifiers.contains(sender)
    }
  }

  /// What most rules say: messages notify, notices and changes of the room do not.
  private func usualOutcome(of event: StoredEvent) -> PushOutcome {
    guard let line = event.line, !line.isRedacted, line.content.isPreview else { return [] }
    if case .text(let text) = line.content, text.kind == .notice { return [] }
    let isMention = line.mentions?.isForRoom == true || line.mentions?.users.contains(own) == true
    return isMention ? [.notifies, .highlights] : .notifies
  }
}

extension StoreContents {
  /// Takes over the push rules of the account.
  mutating func applyRules(
    _ rules: AccountRules, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    changes.rooms.formUnion(rules.rooms(besides: self.rules).filter { rooms[$0] != nil })
    try tables.set(.pushRules, to: rules.content.text)
    self.rules = rules
    changes.touchesRules = true
  }

  /// Who judges the events of a room.
  func judge(of room: RoomState, _ tables: AccountTables) throws -> PushJudge {
    try PushJudge(rules, room, for: userID, tables)
  }
}
