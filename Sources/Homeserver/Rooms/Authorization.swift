import MatrixWire
import ModelKit

/// Decides whether an event may join a room, by the rules of room versions 11 and 12.
///
/// It leaves out the rules that a room with a linear history and local members cannot break.
///
/// Source: Matrix specification, room version 11, "Authorization rules"; the comments give the rule
/// numbers.
struct Authorization {
  let room: RoomSnapshot
  let powers: RoomPowers

  /// - Throws: `M_FORBIDDEN` with the reason.
  func check(_ draft: EventDraft) throws {
    // 1
    if draft.type == EventType.create {
      guard draft.stateKey == "", room.state.isEmpty, draft.sender == room.creator else {
        throw MatrixError.forbidden("the room already has a creation event")
      }
      return
    }
    guard !room.state.isEmpty else {
      throw MatrixError.forbidden("the room has no creation event yet")
    }
    // 4
    if draft.type == EventType.member {
      return try MemberRules(room: room, powers: powers).check(draft)
    }
    // 5
    try room.requireJoined(draft.sender)
    // 6
    if draft.type == EventType.thirdPartyInvite {
      throw MatrixError.forbidden("this server does not support third-party invites")
    }
    // 7
    let needed = powers.needed(for: draft.type, isState: draft.stateKey != nil)
    let level = powers.level(of: draft.sender)
    guard level >= needed else {
      throw MatrixError.forbidden(
        "'\(draft.type)' requires power level \(needed), but you have \(level)")
    }
    // 8
    if let key = draft.stateKey, key.hasPrefix("@"), key != draft.sender.rawValue {
      throw MatrixError.forbidden("this state belongs to another user")
    }
    // 9
    if draft.type == EventType.powerLevels, draft.stateKey == "" {
      try PowerLevelRules(powers: powers, sender: draft.sender)
        .check(try PowerLevels(draft.content))
    }
  }

  /// Checks that a sender may redact an event of this room.
  ///
  /// - Throws: `M_FORBIDDEN` with the reason.
  func checkRedaction(of target: StoredEvent, by sender: UserID) throws {
    if target.type == EventType.create || target.type == EventType.serverACL {
      throw MatrixError.forbidden("'\(target.type)' cannot be redacted")
    }
    guard target.sender == sender || powers.level(of: sender) >= powers.needed(to: .redact) else {
      throw MatrixError.forbidden("your power level is too low to redact events of others")
    }
  }
}
