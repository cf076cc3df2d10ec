import MatrixWire
import ModelKit
import Models

/// Everything known of one room.
struct RoomState: Sendable {
  let id: RoomID
  var membership: Room.Membership
  var name: String?
  var alias: RoomAlias?
  var topic: String?
  var avatar: MediaURI?
  var isSpace = false
  var isEncrypted = false
  var heroes: [UserID]?
  var joinedCount = 0
  var invitedCount = 0
  var unreadCount = 0
  var mentionCount = 0
  var inviter: UserID?
  /// True when the invite declared a direct chat.
  var isDirectInvite = false
  var members: [UserID: Member] = [:]
  /// The number of member updates from the server; a member list requested before an update knows
  /// less.
  private(set) var memberNews = 0
  /// True when `members` contains every joined member.
  var hasAllMembers = false
  /// `m.fully_read` and the account's own receipt.
  var fullyRead: EventID?
  var readReceipt: EventID?
  var history = RoomHistory()
  /// Messages on their way to the server, in order.
  var unsent: [Message] = []
  /// True when older pages were loaded for somebody who watches them.
  var isPaged = false

  init(id: RoomID, membership: Room.Membership) {
    self.id = id
    self.membership = membership
  }

  /// Applies a state event to the room.
  mutating func apply(type: String, stateKey: String, content: JSONValue) {
    if type == EventType.member {
      applyMember(stateKey, content)
      return
    }
    guard stateKey.isEmpty else { return }
    switch type {
    case EventType.name: name = content["name"]?.string?.nonEmpty(cutToBytes: Limits.name)
    case EventType.topic: topic = content["topic"]?.string?.nonEmpty(cutToBytes: Limits.topic)
    case EventType.avatar: avatar = content["url"]?.string.flatMap { MediaURI($0) }
    case EventType.canonicalAlias: alias = content["alias"]?.string.flatMap { RoomAlias($0) }
    case EventType.create: isSpace = content["type"]?.string == "m.space"
    case EventType.encryption: isEncrypted = true
    default: break
    }
  }

  private mutating func applyMember(_ stateKey: String, _ content: JSONValue) {
    guard let user = UserID(stateKey), let member = Member(user, content: content) else { return }
    memberNews += 1
    switch member.membership {
    case .join, .invite: members[user] = member
    case .leave, .ban, .knock:
      // Keep the name for the lines of former members.
      let named = member.user.displayName == nil ? members[user]?.user ?? member.user : member.user
      members[user] = Member(membership: member.membership, user: named)
    }
  }

  /// A person as the room names them; an invite's names soon become outdated.
  func user(_ id: UserID, people: People) -> User {
    let named = members[id]?.user
    return (membership == .invited ? people[id] ?? named : named ?? people[id]) ?? User(id: id)
  }

  /// The sender of an invite to a direct chat; nil once the invite is answered.
  var directInviter: UserID? { membership == .invited && isDirectInvite ? inviter : nil }

  func isJoined(_ user: UserID) -> Bool { members[user]?.membership == .join }

  /// The known members of the room, by name.
  var knownMembers: RoomMembers {
    let people = members.values.filter { $0.membership == .join }.map { member in
      (key: (member.user.displayName ?? member.user.id.rawValue).lowercased(), user: member.user)
    }
    let sorted = people.sorted { ($0.key, $0.user.id.rawValue) < ($1.key, $1.user.id.rawValue) }
    return RoomMembers(
      roomID: id, people: sorted.prefix(Limits.members).map(\.user), isComplete: hasAllMembers)
  }

  func room(
    own: UserID, people: People, directUser: UserID?, sent: [EventID: TransactionID]
  ) -> Room {
    let isInvite = membership == .invited
    let latest = latestMessage(sent: sent)
    return Room(
      id: id, membership: membership, name: name, alias: alias, topic: topic, avatar: avatar,
      heroes: heroIDs(own: own).map { user($0, people: people) },
      directUser: directUser ?? directInviter,
      inviter: isInvite ? inviter.map { user($0, people: people) } : nil,
      isEncrypted: isEncrypted, isSpace: isSpace, joinedCount: joinedCount,
      invitedCount: invitedCount, unreadCount: unreadCount, mentionCount: mentionCount,
      latestMessage: latest, latestSender: latest.map { user($0.sender, people: people) },
      lastActivity: history.lastActivity)
  }

  private func latestMessage(sent: [EventID: TransactionID]) -> Message? {
    unsent.last ?? history.preview(in: id, own: sent)
  }

  /// True when the list names one of these people and the room itself has no name for them.
  func names(oneOf people: [UserID: User]) -> Bool {
    let shown = [latestMessage(sent: [:])?.sender, inviter].compactMap { $0 } + (heroes ?? [])
    return shown.contains { people[$0] != nil && (members[$0] == nil || membership == .invited) }
  }

  /// The people after whom to name the room: the server's choice, else up to five members.
  private func heroIDs(own: UserID) -> [UserID] {
    if let heroes { return heroes.filter { $0 != own } }
    guard name == nil else { return [] }
    let present = members.filter { member in
      member.key != own && [.join, .invite].contains(member.value.membership)
    }
    return present.keys.sorted { $0.rawValue < $1.rawValue }.prefix(5).map { $0 }
  }

  func timeline(own: UserID, people: People, sent: [EventID: TransactionID]) -> Timeline {
    let loaded = history.messages(in: id, own: sent)
    let waiting = pendingMessages(beside: loaded)
    let messages = loaded + waiting
    return Timeline(
      roomID: id, messages: messages, people: named(in: messages, own: own, people: people),
      hasOlder: membership != .invited && !history.reachedStart, readUpTo: readUpTo,
      isEncrypted: isEncrypted)
  }

  /// The unsent messages that the server does not list yet.
  private func pendingMessages(beside loaded: [Message]) -> [Message] {
    guard !unsent.isEmpty else { return [] }
    let ids = Set(loaded.map(\.id))
    return unsent.filter { message in
      !ids.contains(message.id) && !(message.eventID.map { history.contains($0) } ?? false)
    }
  }

  private func named(
    in messages: [Message], own: UserID, people: People
  ) -> [UserID: User] {
    var named: [UserID: User] = [:]
    func name(_ id: UserID) {
      if named[id] == nil { named[id] = user(id, people: people) }
    }
    // The account's own name is what others may mention, even before it has written.
    if members[own] != nil || people[own] != nil { name(own) }
    for message in messages {
      name(message.sender)
      if case .membership(let change) = message.content { name(change.user) }
      if let user = message.removedBy { name(user) }
    }
    return named
  }

  /// The later of the two markers, as far as their positions are known.
  private var readUpTo: EventID? {
    guard let fullyRead, let readReceipt, fullyRead != readReceipt else {
      return fullyRead ?? readReceipt
    }
    for line in history.lines.reversed() {
      if line.eventID == readReceipt { return readReceipt }
      if line.eventID == fullyRead { return fullyRead }
    }
    return fullyRead
  }
}
