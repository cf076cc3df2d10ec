import ModelKit

/// What a sync tells, before it is written.
struct SyncContent: Sendable {
  var token: StreamToken
  var accountData: [AccountDatum] = []
  var rooms = SyncRooms()
  /// The memory that was taken for it.
  var hold: ResponseHold?

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
  var state: [StoredEvent] = []
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

  /// How many bytes it takes, roughly.
  var size: Int {
    let events = state.reduce(timeline.extras.size(of: timeline.events)) { $0 + $1.size }
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
  /// Whether there are more that were not told before.
  var isLimited = false
  /// The place before the first event.
  var start: Int64 = 0
}

/// A room that the user is invited to.
struct InvitedRoom: Sendable {
  let room: RoomID
  /// What is told of it to who is not in it.
  let state: [StoredEvent]

  /// How many bytes it takes, roughly.
  var size: Int { state.reduce(64) { $0 + $1.size } }
}
