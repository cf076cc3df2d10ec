import ModelKit

/// What a sync tells, before it is written.
struct SyncContent: Sendable {
  var token: StreamToken
  var accountData: [AccountDatum] = []
  var rooms = SyncRooms()
  /// The memory that was taken for it.
  var hold: AnswerHold?

  /// Whether there is nothing to tell, and nothing that the next answer tells.
  var isEmpty: Bool { accountData.isEmpty && rooms.isEmpty && token.rest == nil }

  /// How many bytes it takes, roughly.
  var size: Int { accountData.reduce(rooms.size) { $0 + $1.size } }
}

/// What a sync tells of rooms.
struct SyncRooms: Sendable {
  private(set) var joined: [RoomContent] = []
  private(set) var invited: [InvitedRoom] = []
  private(set) var left: [RoomContent] = []
  /// How many bytes they take, roughly.
  private(set) var size = 0

  var isEmpty: Bool { joined.isEmpty && invited.isEmpty && left.isEmpty }

  mutating func append(joined room: RoomContent) {
    joined.append(room)
    size += room.size
  }

  mutating func append(invited room: InvitedRoom) {
    invited.append(room)
    size += room.size
  }

  mutating func append(left room: RoomContent) {
    left.append(room)
    size += room.size
  }

  mutating func append(_ others: SyncRooms) {
    joined += others.joined
    invited += others.invited
    left += others.left
    size += others.size
  }
}

/// An entry of account data.
struct AccountDatum: Sendable {
  let type: String
  /// The content.
  let json: [UInt8]

  var size: Int { type.utf8.count + json.count + 32 }
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

  /// How many bytes the timeline takes, roughly.
  var timelineSize: Int {
    timeline.events.reduce(0) { size, event in
      size + (timeline.ownExtras[event.position] ?? timeline.extras).size(of: event)
    }
  }

  /// How many bytes it takes, roughly.
  var size: Int {
    let events = state.reduce(timelineSize) { $0 + $1.size }
    let data = accountData.reduce(events) { $0 + $1.size }
    let heads = receipts.reduce(data) { $0 + $1.size }
    return (typing ?? []).reduce(heads + 512) { $0 + $1.rawValue.utf8.count + 3 }
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
  /// How many bytes they take with what belongs to them, roughly; known of what was read alone.
  var size = 0
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

  /// How many bytes it takes, roughly.
  var size: Int {
    switch self {
    case .event(let event): event.size
    case .entry(let key, let entry): entry.content.count + key.key.utf8.count + 512
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

  /// How many bytes it takes, roughly.
  var size: Int { state.reduce(64) { $0 + $1.size } }
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
