import MatrixWire
import ModelKit

/// The rules for membership changes.
///
/// Source: Matrix specification, room version 11, "Authorization rules", rule 4.
struct MemberRules {
  let room: RoomSnapshot
  let powers: RoomPowers

  /// - Throws: `M_FORBIDDEN` with the reason.
  func check(_ draft: EventDraft) throws {
    guard let target = UserID(draft.stateKey ?? ""),
      let membership = draft.content["membership"]?.string.flatMap(Membership.init)
    else { throw MatrixError.forbidden("the event is not a valid membership") }
    let change = Change(
      sender: draft.sender, target: target, old: room.membership(of: target),
      content: draft.content)
    switch membership {
    case .join: try checkJoin(change)
    case .invite: try checkInvite(change)
    case .leave: try checkLeave(change)
    case .ban: try checkBan(change)
    case .knock: try checkKnock(change)
    }
  }

  private struct Change {
    let sender: UserID
    let target: UserID
    let old: Membership?
    let content: JSONObject
  }

  private func checkJoin(_ change: Change) throws {
    // The first event after the creation lets its creator in.
    if room.state.count == 1, change.target == room.creator, change.sender == room.creator {
      return
    }
    guard change.sender == change.target else {
      throw MatrixError.forbidden("users can only join by themselves")
    }
    if change.old == .ban {
      throw MatrixError.forbidden("\(change.target.rawValue) is banned from the room")
    }
    let isKnown = change.old == .join || change.old == .invite
    switch JoinRule(of: room) {
    case .everybody: return
    case .invited where isKnown, .restricted where isKnown: return
    case .invited: throw MatrixError.forbidden("the room requires an invitation")
    case .restricted: try checkAuthorised(change)
    case .nobody: throw MatrixError.forbidden("the room cannot be joined")
    }
  }

  private func checkAuthorised(_ change: Change) throws {
    let name = change.content[JoinRule.authorisedBy]?.string
    guard let user = name.flatMap(UserID.init), room.membership(of: user) == .join,
      powers.level(of: user) >= powers.needed(to: .invite)
    else {
      throw MatrixError.forbidden(
        "the room requires an invitation or membership of certain other rooms")
    }
  }

  private func checkInvite(_ change: Change) throws {
    if change.content["third_party_invite"] != nil {
      throw MatrixError.forbidden("this server does not support third-party invites")
    }
    try room.requireJoined(change.sender)
    if change.old == .join || change.old == .ban {
      let word = change.old == .join ? "is already in the room" : "is banned from the room"
      throw MatrixError.forbidden("\(change.target.rawValue) \(word)")
    }
    try need(.invite, change.sender, "inviting")
  }

  private func checkLeave(_ change: Change) throws {
    if change.sender == change.target {
      guard change.old == .join || change.old == .invite || change.old == .knock else {
        throw MatrixError.forbidden("\(change.target.rawValue) is not in the room")
      }
      return
    }
    try room.requireJoined(change.sender)
    if change.old == .ban { try need(.ban, change.sender, "lifting a ban") }
    try need(.kick, change.sender, "removing others")
    try needMorePower(change)
  }

  private func checkBan(_ change: Change) throws {
    try room.requireJoined(change.sender)
    try need(.ban, change.sender, "banning")
    try needMorePower(change)
  }

  private func checkKnock(_ change: Change) throws {
    guard JoinRule.takesRequests(room) else {
      throw MatrixError.forbidden("the room takes no requests to join")
    }
    guard change.sender == change.target else {
      throw MatrixError.forbidden("users can only ask to join by themselves")
    }
    switch change.old {
    case .leave, .knock, nil: return
    case .ban: throw MatrixError.forbidden("\(change.target.rawValue) is banned from the room")
    case .join, .invite:
      throw MatrixError.forbidden("\(change.target.rawValue) may already be in the room")
    }
  }

  private func need(_ field: PowerLevels.Field, _ user: UserID, _ action: String) throws {
    let (level, needed) = (powers.level(of: user), powers.needed(to: field))
    guard level >= needed else {
      throw MatrixError.forbidden("\(action) requires power level \(needed), but you have \(level)")
    }
  }

  private func needMorePower(_ change: Change) throws {
    guard powers.level(of: change.target) < powers.level(of: change.sender) else {
      throw MatrixError.forbidden("\(change.target.rawValue) has at least your power level")
    }
  }
}

/// Who may join a room.
///
/// Source: Matrix client-server API, "m.room.join_rules".
enum JoinRule: Sendable {
  case everybody, invited, restricted, nobody

  /// The content key with which a join names the member whose right to invite authorises it.
  static let authorisedBy = "join_authorised_via_users_server"

  /// A room without the event requires an invitation; an unknown rule admits nobody.
  init(of room: RoomSnapshot) {
    switch room.content(EventType.joinRules)?["join_rule"]?.string {
    case "public": self = .everybody
    case "invite", "knock": self = .invited
    case "restricted", "knock_restricted": self = .restricted
    case nil where room[EventType.joinRules] == nil: self = .invited
    default: self = .nobody
    }
  }

  /// Whether strangers may ask to join.
  static func takesRequests(_ room: RoomSnapshot) -> Bool {
    let rule = room.content(EventType.joinRules)?["join_rule"]?.string
    return rule == "knock" || rule == "knock_restricted"
  }
}

extension RoomSnapshot {
  /// - Throws: `M_FORBIDDEN` when the user is not in the room.
  func requireJoined(_ user: UserID) throws {
    guard membership(of: user) == .join else {
      throw MatrixError.forbidden("\(user.rawValue) is not in the room")
    }
  }
}
