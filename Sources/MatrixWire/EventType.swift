/// The event types that the client or the server handles.
///
/// Source: Matrix client-server API, "Room events".
package enum EventType {
  package static let message = "m.room.message"
  package static let sticker = "m.sticker"
  package static let encrypted = "m.room.encrypted"
  /// What a person writes to others.
  package static let written = [message, sticker, encrypted]
  /// What moves a room up in the lists of sliding sync, as on Synapse.
  package static let bumping = [
    create, message, encrypted, sticker, callInvite, pollStart, "m.beacon_info",
  ]
  package static let encryption = "m.room.encryption"
  package static let redaction = "m.room.redaction"
  package static let reaction = "m.reaction"
  package static let callInvite = "m.call.invite"
  /// A call by way of a room that all devices share, and its earlier names: see MSC4075.
  package static let callNotices: Set<String> = [
    "m.rtc.notification", "org.matrix.msc4075.rtc.notification", "m.call.notify",
    "org.matrix.msc4075.call.notify",
  ]
  /// The events of polls: their names and those before the specification had any, see MSC3381.
  package static let pollStart = "m.poll.start"
  package static let oldPollStart = "org.matrix.msc3381.poll.start"
  package static let pollResponse = "m.poll.response"
  package static let oldPollResponse = "org.matrix.msc3381.poll.response"
  package static let pollEnd = "m.poll.end"
  package static let oldPollEnd = "org.matrix.msc3381.poll.end"
  package static let create = "m.room.create"
  package static let member = "m.room.member"
  package static let name = "m.room.name"
  package static let topic = "m.room.topic"
  package static let avatar = "m.room.avatar"
  package static let canonicalAlias = "m.room.canonical_alias"
  package static let powerLevels = "m.room.power_levels"
  package static let pinnedEvents = "m.room.pinned_events"
  package static let joinRules = "m.room.join_rules"
  package static let historyVisibility = "m.room.history_visibility"
  package static let guestAccess = "m.room.guest_access"
  package static let tombstone = "m.room.tombstone"
  package static let serverACL = "m.room.server_acl"
  package static let thirdPartyInvite = "m.room.third_party_invite"
  package static let direct = "m.direct"
  package static let tag = "m.tag"
  package static let pushRules = "m.push_rules"
  package static let spaceChild = "m.space.child"
  package static let spaceParent = "m.space.parent"
  package static let typing = "m.typing"
  package static let receipt = "m.receipt"
  package static let fullyRead = "m.fully_read"
  package static let markedUnread = "m.marked_unread"
  /// The name before the specification had one.
  package static let oldMarkedUnread = "com.famedly.marked_unread"
}
