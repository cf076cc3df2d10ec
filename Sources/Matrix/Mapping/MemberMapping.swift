import MatrixWire
import ModelKit
import Models

/// What a room knows of one person.
struct Member: Hashable, Sendable {
  enum Membership: String, Hashable, Sendable {
    case join, invite, leave, ban, knock
  }

  var membership: Membership
  var user: User
}

extension Member {
  /// Nil when the content has no known membership.
  init?(_ id: UserID, content: JSONValue) {
    guard let text = content["membership"]?.string,
      let membership = Membership(rawValue: text)
    else { return nil }
    self.init(
      membership: membership,
      user: User(
        id: id,
        displayName: content["displayname"]?.string?.nonEmpty(cutToBytes: Limits.name),
        avatar: content["avatar_url"]?.string.flatMap { MediaURI($0) }, nulls: .all))
  }
}

/// What a membership event changed, compared with the state it replaced; nil for no change.
///
/// Source: Matrix client-server API, `m.room.member`, table of transitions.
func membershipChange(
  of user: UserID, by sender: UserID, content: JSONValue, previous: JSONValue?
) -> MembershipChange? {
  guard let new = Member(user, content: content) else { return nil }
  let old = previous.flatMap { Member(user, content: $0) }
  guard let kind = changeKind(from: old, to: new, isOwn: user == sender) else { return nil }
  return MembershipChange(
    user: user, displayName: new.user.displayName ?? old?.user.displayName, kind: kind,
    reason: content["reason"]?.string?.nonEmpty(cutToBytes: Limits.name))
}

private func changeKind(
  from old: Member?, to new: Member, isOwn: Bool
) -> MembershipChange.Kind? {
  let before = old?.membership ?? .leave
  switch (before, new.membership) {
  case (.join, .join): return old.flatMap { profileChange(from: $0.user, to: new.user) }
  case (_, .join): return .joined
  case (.invite, .invite), (.leave, .leave), (.ban, .ban), (.knock, .knock): return nil
  case (_, .invite): return .invited
  case (.invite, .leave): return isOwn ? .declined : .withdrawn
  case (.knock, .leave): return isOwn ? .withdrawn : .declined
  case (.ban, .leave): return .unbanned
  case (.join, .leave): return isOwn ? .left : .kicked
  case (_, .ban): return .banned
  case (_, .knock): return .knocked
  }
}

private func profileChange(from old: User, to new: User) -> MembershipChange.Kind? {
  let fields = new.changed(from: old)
  if fields.contains(.displayName) {
    return .renamed(from: old.displayName, to: new.displayName)
  }
  return fields.contains(.avatar) ? .changedAvatar : nil
}
