import MatrixWire
import ModelKit

/// Whether an event may be appended to a room: the rules of room versions 11 and 12, as far as they
/// can be broken in a room whose history is linear and whose members are all of this server.
///
/// Source: Matrix specification, room version 11, "Authorization rules"; the numbers in the comments
/// are those of its list.
struct Authorization {
  let room: RoomSnapshot
  let powers: RoomPowers

  /// - Throws: `M_FORBIDDEN` with the reason.
  func check(_ draft: EventDraft) throws {
    // 1
    if draft.type == EventName.create {
      guard draft.stateKey == "", room.state.isEmpty, draft.sender == room.creator else {
        throw MatrixError.forbidden("a room is created once")
      }
      return
    }
    guard !room.state.isEmpty else { throw MatrixError.forbidden("the room is not yet there") }
    // 4
    if draft.type == EventName.member {
      return try MemberRules(room: room, powers: powers).check(draft)
    }
    // 5
    guard room.membership(of: draft.sender) == .join else {
      throw MatrixError.forbidden("\(draft.sender.rawValue) is not in the room")
    }
    // 6
    if draft.type == EventName.thirdPartyInvite {
      throw MatrixError.forbidden("invitations by way of other services are not taken here")
    }
    // 7
    let needed = powers.needed(for: draft.type, isState: draft.stateKey != nil)
    let level = powers.level(of: draft.sender)
    guard level >= needed else {
      throw MatrixError.forbidden("'\(draft.type)' takes a power of \(needed), not \(level)")
    }
    // 8
    if let key = draft.stateKey, key.hasPrefix("@"), key != draft.sender.rawValue {
      throw MatrixError.forbidden("this state belongs to another user")
    }
    // 9
    if draft.type == EventName.powerLevels, draft.stateKey == "" {
      try PowerLevelRules(powers: powers, sender: draft.sender)
        .check(try PowerLevels(draft.content))
    }
  }

  /// Whether a sender may take away the content of an event of this room.
  ///
  /// - Throws: `M_FORBIDDEN` with the reason.
  func checkRedaction(of target: StoredEvent, by sender: UserID) throws {
    if target.type == EventName.create || target.type == EventName.serverACL {
      throw MatrixError.forbidden("'\(target.type)' cannot be redacted")
    }
    guard target.sender == sender || powers.level(of: sender) >= powers.needed(to: .redact) else {
      throw MatrixError.forbidden("redacting what others sent takes more power")
    }
  }
}
