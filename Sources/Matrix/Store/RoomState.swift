import Controllers
import MatrixWire
import ModelKit
import Models

/// What memory holds of one room; members and events are in the cache.
struct RoomState: Sendable {
  let id: RoomID
  /// Short for the id in the cache.
  let number: Int64
  var membership: Room.Membership
  var name: String?
  var alias: RoomAlias?
  var topic: String?
  var avatar: MediaURI?
  var isSpace = false
  /// The room that took the place of this one.
  var replacement: RoomID?
  var isEncrypted = false
  var heroes: [UserID]?
  var joinedCount = 0
  var invitedCount = 0
  /// Unread messages of the room's own history.
  var unreadCount = 0
  var mentionCount = 0
  /// Whether there may be more of them, in history that is not loaded.
  var unreadIsLeast = false
  /// Unread messages of all its threads.
  var threadUnread = 0
  var threadMentions = 0
  /// Whether there may be more of them, in history that is not loaded.
  var threadUnreadIsLeast = false
  /// Whether the server counts messages of this history as those of threads.
  var hasUnreadVoids = false
  var inviter: UserID?
  var inviteReason: String?
  /// True when the invite declared a direct chat.
  var isDirectInvite = false
  /// The number of member updates from the server in this run; a member list requested before an
  /// update knows less.
  private(set) var memberNews = 0
  /// True when the cache has every joined member.
  var hasAllMembers = false
  /// Whether the room's power levels let the account remove what others wrote.
  var canRemoveOthers = false
  /// The pinned messages, in the order of their pins, and whether the account may change them.
  var pinned: [EventID] = []
  var canPin = false
  /// Whether the account may do everything in the room.
  var isOwnCreation = false
  /// `m.fully_read` and the account's own receipt for the room's own history.
  var fullyRead: EventID?
  var readReceipt: EventID?
  /// The account's own receipt for that and all threads.
  var wholeReceipt: EventID?
  /// Whether the account wants the room to count as unread, and whether it said so by the older name.
  var isMarkedUnread = false
  var hasOldMark = false
  /// Whether the account has tagged the room.
  var isFavourite = false
  var isLowPriority = false
  /// The rooms of a space, sorted.
  var children: [SpaceChild] = []
  /// The newest event, visible or not.
  var newestEvent: EventID?
  /// The newest one outside threads, to which a read marker may point.
  var newestOwn: EventID?
  /// The newest event that a list may show, and its sender.
  var latestEvent: EventID?
  var latestSender: UserID?
  /// When somebody last wrote, or the account came into the room.
  var lastActivity: Timestamp?
  /// Where the room's newest message stands among those of all rooms, and its time, as far as they are known.
  var bumpStamp: Int?
  var bumpTime: Timestamp?
  /// When the account came into the room, by the state of this run's responses.
  var cameAt: Timestamp?
  /// Messages on their way to the server, in order.
  var unsent: [Message] = []
  /// Events that others quote and that the server does not give out.
  var missingEvents: Set<EventID> = []
  /// Polls whose votes the server has given out in this run, each with the newest chunk at that time.
  var countedPolls: [EventID: Int64] = [:]
  /// Who may end the polls of others by the power levels, and who because they created the room.
  var pollEnders = PowerHolders.these([])
  var creators: [UserID] = []
  /// What the people may do to each other, beside its creators; nil without power levels.
  var powers: RoomPowers?
  /// Who may notify everybody in the room at once, beside its creators.
  var roomNotifiers = PowerHolders.these([])
  /// How far the list of the room's threads has been loaded in this run.
  var threadList = ThreadListProgress.start
  /// Events on their way to the server that change other messages, in order.
  var waitingChanges: [WaitingChange] = []

  init(id: RoomID, number: Int64, membership: Room.Membership) {
    self.id = id
    self.number = number
    self.membership = membership
  }

  /// Applies a state event to the room.
  mutating func apply(
    type: String, stateKey: String, content: JSONValue, _ tables: AccountTables
  ) throws {
    if type == EventType.member {
      try applyMember(stateKey, content, tables)
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
    case EventType.tombstone:
      replacement = content["replacement_room"]?.string.flatMap { RoomID($0) }
    case EventType.pinnedEvents: pinned = Self.pins(content)
    default: break
    }
  }

  private static func pins(_ content: JSONValue) -> [EventID] {
    var known: Set<EventID> = []
    let pins = (content["pinned"]?.array ?? []).compactMap { $0.string.flatMap { EventID($0) } }
    return pins.suffix(Limits.pins).filter { known.insert($0).inserted }
  }

  private mutating func applyMember(
    _ stateKey: String, _ content: JSONValue, _ tables: AccountTables
  ) throws {
    guard let user = UserID(stateKey), var member = Member(user, content: content) else { return }
    memberNews += 1
    switch member.membership {
    case .join, .invite: break
    case .leave, .ban, .knock:
      // Keep the name for the lines of former members.
      if member.user.displayName == nil, let known = try tables.member(user, of: number) {
        member.user = known.user
      }
    }
    try tables.set(member, in: number)
  }

  /// Notes that the room's history has more events.
  ///
  /// Looks for the lines that the list shows: a gap may have been closed before the newest event.
  mutating func noteHistory(
    newest event: StoredEvent?, own: UserID, ignored: Set<UserID>, _ tables: AccountTables
  ) throws {
    newestEvent = event?.id ?? newestEvent
    newestOwn = try tables.newestEventOutsideThreads(of: number) ?? newestOwn
    noteActivity(try showLatest(own: own, ignored: ignored, tables), newest: event)
  }

  /// Finds the line that the list shows, which is of nobody who is ignored.
  @discardableResult
  mutating func showLatest(
    own: UserID, ignored: Set<UserID>, _ tables: AccountTables
  ) throws -> AccountTables.LatestLines {
    let lines = try tables.latestLines(of: number, own: own, ignored: ignored)
    if let line = lines.preview {
      latestEvent = line.eventID
      latestSender = line.sender
    } else if latestSender.map(ignored.contains) == true {
      (latestEvent, latestSender) = (nil, nil)
    }
    return lines
  }

  /// The sender of an invite to a direct chat; nil once the invite is answered.
  var directInviter: UserID? { membership == .invited && isDirectInvite ? inviter : nil }
}

// MARK: - In the cache

extension RoomState {
  /// A room as the cache had it.
  init(_ stored: StoredRoom) {
    let (shown, record) = (stored.shown, stored.record)
    self.init(id: shown.id, number: stored.number, membership: shown.membership)
    name = shown.name
    alias = shown.alias
    topic = shown.topic
    avatar = shown.avatar
    isSpace = shown.isSpace
    isEncrypted = shown.isEncrypted
    joinedCount = shown.joinedCount
    invitedCount = shown.invitedCount
    threadUnread = record.threadUnread ?? 0
    threadMentions = record.threadMentions ?? 0
    threadUnreadIsLeast = shown.threadUnreadIsLeast
    unreadCount = shown.unreadCount - threadUnread
    unreadIsLeast = shown.ownUnreadIsLeast
    mentionCount = shown.mentionCount - threadMentions
    inviter = shown.inviter?.id
    inviteReason = shown.inviteReason
    replacement = shown.replacement
    lastActivity = shown.lastActivity
    heroes = record.heroes
    isDirectInvite = record.isDirectInvite
    hasAllMembers = record.hasAllMembers
    canRemoveOthers = record.canRemoveOthers ?? false
    isOwnCreation = record.isOwnCreation ?? false
    pollEnders = record.anybodyEndsPolls == true ? .everybody : .these(record.pollEnders ?? [])
    creators = record.creators ?? []
    roomNotifiers =
      record.anybodyNotifiesRoom == true ? .everybody : .these(record.roomNotifiers ?? [])
    powers = record.powers.map { RoomPowers($0) }
    pinned = record.pinned ?? []
    canPin = record.canPin ?? false
    fullyRead = record.fullyRead
    readReceipt = record.readReceipt
    wholeReceipt = record.wholeReceipt
    isMarkedUnread = shown.isMarkedUnread
    hasOldMark = record.hasOldMark ?? false
    isFavourite = shown.isFavourite
    isLowPriority = shown.isLowPriority
    children = record.children ?? []
    newestEvent = record.newestEvent
    newestOwn = record.newestOwn ?? record.newestEvent
    latestEvent = record.latestEvent
    latestSender = record.latestSender
    bumpStamp = record.bumpStamp
    bumpTime = record.bumpTime
  }

  /// What the row of the list does not say.
  var record: RoomRecord {
    RoomRecord(
      heroes: heroes, isDirectInvite: isDirectInvite, hasAllMembers: hasAllMembers,
      canRemoveOthers: canRemoveOthers, isOwnCreation: isOwnCreation,
      pollEnders: pollEnders.users, anybodyEndsPolls: pollEnders == .everybody, creators: creators,
      roomNotifiers: roomNotifiers.users, anybodyNotifiesRoom: roomNotifiers == .everybody,
      powers: powers?.record, pinned: pinned, canPin: canPin, fullyRead: fullyRead,
      readReceipt: readReceipt,
      wholeReceipt: wholeReceipt,
      children: children.isEmpty ? nil : children, hasOldMark: hasOldMark,
      threadUnread: threadUnread,
      threadMentions: threadMentions, bumpStamp: bumpStamp, bumpTime: bumpTime,
      newestEvent: newestEvent, newestOwn: newestOwn, latestEvent: latestEvent,
      latestSender: latestSender)
  }
}
