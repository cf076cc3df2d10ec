/// What the feed keeps of a user who syncs.
struct UserFeed {
  /// The rooms that the user is in; nil until they were read.
  var joined: Set<RoomID>?
  /// Whether all that happens may be told to them; false until that was read, and again when their
  /// account data changed behind that position.
  var ignoresNobody = false
  var dataChanged: Int64
  /// All changes behind this position were noticed here.
  var since: Int64
  /// The last change of the user's own: memberships, account data.
  var personal: Int64
  /// The last change of any kind that concerns the user.
  var last: Int64
  /// The last change of who is typing in the user's rooms.
  var typing: Int64
  /// Up to where the user has read rooms, as far as that was asked for.
  var reads: [RoomID: Int64] = [:]
  /// Those that wait, the oldest first.
  var waiters: [UInt64] = []
  /// When the user asked last, in the time of the feed.
  var used: Int64

  init(position: Int64, typing: Int64, now: Int64) {
    since = position
    dataChanged = position
    personal = position
    last = position
    self.typing = typing
    used = now
  }
}

/// What the feed keeps of a room with users who sync.
struct RoomFeed {
  var users: Set<UserID> = []
  /// Nil until it was read.
  var unread: UnreadIndex?
}

/// How waiting ended.
enum WaitOutcome: Sendable {
  /// There may be something to tell.
  case changed
  /// The time is over, the client has gone, or the server ends.
  case timeout
  /// The device was signed out.
  case signedOut
}

/// A sync that waits.
struct FeedWaiter {
  let requester: Requester
  let continuation: CheckedContinuation<WaitOutcome, Never>
  let deadline: Int64
}

/// What ends at a time.
enum FeedDeadline: Hashable {
  case waiter(UInt64)
  case typing(RoomID, UserID)
}

/// A sync that goes on.
struct WokenWaiter: Sendable {
  let continuation: CheckedContinuation<WaitOutcome, Never>
  let outcome: WaitOutcome
}

/// What changed for a user, found without the file.
enum RecentChanges: Sendable {
  /// Nothing up to that place.
  case nothing(StreamToken)
  case rooms([RecentRoom], StreamToken)
  /// The unread counts of these rooms must be read first.
  case missingCounts([RoomID])
  /// Only the file knows.
  case unknown
}

/// What happened in a room that the user was in all the time.
struct RecentRoom: Sendable {
  let room: RoomID
  /// Up to where it is told.
  let end: Int64
  var events: [RecentEvent] = []
  var receipts: [ReceiptChange] = []
  var typing: [UserID]?
  var unread = UnreadCount()
}
