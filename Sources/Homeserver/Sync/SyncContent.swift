import ModelKit

/// What a sync tells, before it is written.
struct SyncContent: Sendable {
  var token: StreamToken
  var accountData: [AccountDatum] = []
  var joined: [RoomContent] = []
  var invited: [InvitedRoom] = []
  var left: [RoomContent] = []

  /// Whether there is nothing to tell.
  var isEmpty: Bool {
    accountData.isEmpty && joined.isEmpty && invited.isEmpty && left.isEmpty
  }
}

/// An entry of account data.
struct AccountDatum: Sendable {
  let type: String
  /// The content.
  let json: [UInt8]
}

/// What is told of a room that the user is in, or was in.
struct RoomContent: Sendable {
  let room: RoomID
  var timeline = SyncTimeline()
  var state: [SyncState] = []
  var accountData: [AccountDatum] = []
  /// Who is typing; nil when that is not told.
  var typing: [UserID]?
  var receipts: [ReceiptChange] = []
  var unread = UnreadCount()
  var summary: RoomSummary?
  /// Whether it is told even if nothing stands in it.
  var isTold = false

  init(_ room: RoomID) {
    self.room = room
  }

  var isEmpty: Bool {
    !isTold && timeline.events.isEmpty && state.isEmpty && accountData.isEmpty && typing == nil
      && receipts.isEmpty
  }
}

/// The last events of a room that were not told before.
struct SyncTimeline: Sendable {
  /// Oldest first.
  var events: [StoredEvent] = []
  var extras = EventExtras.none
  /// What belongs to some of them beside `extras`, by their positions.
  var ownExtras: [Int64: EventExtras] = [:]
  /// Whether there are more that were not told before.
  var isLimited = false
  /// The place before the first event.
  var start: Int64 = 0
}

/// An event of the state before the timeline.
enum SyncState: Sendable {
  case event(StoredEvent)
  /// One that was taken from the state in memory.
  case entry(StateKey, StateEntry)

  var key: StateKey? {
    switch self {
    case .event(let event): event.stateKey.map { StateKey(event.type, $0) }
    case .entry(let key, _): key
    }
  }

  var position: Int64 {
    switch self {
    case .event(let event): event.position
    case .entry(_, let entry): entry.position
    }
  }
}

/// A room that the user is invited to.
struct InvitedRoom: Sendable {
  let room: RoomID
  /// What is told of it to who is not in it.
  let state: [StoredEvent]
}

/// What a client needs to name a room without knowing its members.
///
/// Source: Matrix client-server API, "Syncing", `RoomSummary`.
struct RoomSummary: Sendable {
  let joinedCount: Int
  let invitedCount: Int
  /// Whom to name the room after; nil when it has a name.
  let heroes: [UserID]?
}
