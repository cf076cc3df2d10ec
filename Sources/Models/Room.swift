/// A room as the account sees it.
package struct Room: Hashable, Sendable, Identifiable {
  /// The account's relation to a room.
  package enum Membership: Hashable, Sendable {
    case joined
    case invited
    case left
  }

  package let id: RoomID
  package var membership: Membership
  /// The name that the room gave itself (`m.room.name`).
  package var name: String?
  package var alias: RoomAlias?
  package var topic: String?
  package var avatar: MediaURI?
  /// Members to name a room after that has no name, without the account itself.
  package var heroes: [User]
  /// The other person, when the account marked the room as a direct chat (`m.direct`).
  package var directUser: UserID?
  /// Who sent the invite, while `membership` is `.invited`.
  package var inviter: User?
  /// True from the first `m.room.encryption` event on, for good.
  package var isEncrypted: Bool
  package var isSpace: Bool
  package var joinedCount: Int
  package var invitedCount: Int
  package var unreadCount: Int
  package var mentionCount: Int
  /// The newest message that a list may show as preview.
  package var latestMessage: Message?
  /// Who wrote `latestMessage`, as the room names them.
  package var latestSender: User?
  /// The server's time of the newest event; decides nothing but the order of a list.
  package var lastActivity: Timestamp?

  package init(
    id: RoomID, membership: Membership = .joined, name: String? = nil, alias: RoomAlias? = nil,
    topic: String? = nil, avatar: MediaURI? = nil, heroes: [User] = [], directUser: UserID? = nil,
    inviter: User? = nil, isEncrypted: Bool = false, isSpace: Bool = false, joinedCount: Int = 0,
    invitedCount: Int = 0, unreadCount: Int = 0, mentionCount: Int = 0,
    latestMessage: Message? = nil, latestSender: User? = nil, lastActivity: Timestamp? = nil
  ) {
    self.id = id
    self.membership = membership
    self.name = name
    self.alias = alias
    self.topic = topic
    self.avatar = avatar
    self.heroes = heroes
    self.directUser = directUser
    self.inviter = inviter
    self.isEncrypted = isEncrypted
    self.isSpace = isSpace
    self.joinedCount = joinedCount
    self.invitedCount = invitedCount
    self.unreadCount = unreadCount
    self.mentionCount = mentionCount
    self.latestMessage = latestMessage
    self.latestSender = latestSender
    self.lastActivity = lastActivity
  }

  /// A copy with some fields changed.
  package func with(_ change: (inout Room) -> Void) -> Room {
    var copy = self
    change(&copy)
    return copy
  }
}
