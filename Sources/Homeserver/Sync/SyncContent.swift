import ModelKit

/// The content of a sync response before it is encoded.
struct SyncContent: Sendable {
  var token: StreamToken
  var accountData: [AccountDatum] = []
  var presence: [PresenceNews] = []
  var rooms = SyncRooms()
  /// The memory reserved for the response.
  var hold: ResponseHold?

  /// Whether neither this response nor a following part holds anything.
  var isEmpty: Bool {
    accountData.isEmpty && presence.isEmpty && rooms.isEmpty && token.rest == nil
  }

  /// The approximate size in bytes.
  var size: Int { presence.count * 256 + accountData.reduce(rooms.size) { $0 + $1.size } }
}

/// Whether a user is there.
struct PresenceNews: Sendable {
  let user: UserID
  let presence: UserPresence
}

/// The rooms of a sync response.
struct SyncRooms: Sendable {
  var joined: [RoomContent] = []
  var invited: [StrippedRoom] = []
  var knocked: [StrippedRoom] = []
  var left: [RoomContent] = []

  var isEmpty: Bool {
    joined.isEmpty && invited.isEmpty && knocked.isEmpty && left.isEmpty
  }

  /// The approximate size in bytes.
  var size: Int {
    (invited + knocked).reduce((joined + left).reduce(0) { $0 + $1.size }) { $0 + $1.size }
  }

  mutating func append(_ others: SyncRooms) {
    joined += others.joined
    invited += others.invited
    knocked += others.knocked
    left += others.left
  }
}

struct AccountDatum: Sendable {
  let type: String
  let json: [UInt8]

  var size: Int { type.utf8.count + json.count + 32 }
}

/// A room that the user is in, or has left.
struct RoomContent: Sendable {
  let room: RoomID
  var timeline = SyncTimeline()
  var state: [StoredEvent] = []
  var accountData: [AccountDatum] = []
  /// The typing users; nil leaves the typing event out.
  var typing: [UserID]?
  var receipts: [ReceiptChange] = []
  var unread = UnreadCount()
  var summary: RoomSummary?
  /// Whether the response lists the room even if it has no content.
  var isTold = false

  init(_ room: RoomID) {
    self.room = room
  }

  /// The approximate size in bytes.
  var size: Int {
    let events = state.reduce(timeline.extras.size(of: timeline.events)) { $0 + $1.size }
    let data = accountData.reduce(events) { $0 + $1.size }
    let heads = receipts.reduce(data) { $0 + $1.size }
    let counts = heads + 160 * unread.threads.count
    return (typing ?? []).reduce(counts + 512) { $0 + $1.rawValue.utf8.count + 3 }
  }

  var isEmpty: Bool {
    !isTold && timeline.events.isEmpty && state.isEmpty && accountData.isEmpty && typing == nil
      && receipts.isEmpty
  }
}

/// The newest events of a room that the client has not seen.
struct SyncTimeline: Sendable {
  /// Oldest first.
  var events: [StoredEvent] = []
  var extras = EventExtras.none
  /// Whether a gap precedes the events.
  var isLimited = false
  /// The position before the first event.
  var start: Int64 = 0
}

/// A room to which the user is invited, or which they ask to join.
struct StrippedRoom: Sendable {
  let room: RoomID
  /// The stripped state.
  let state: [StoredEvent]

  /// The approximate size in bytes.
  var size: Int { state.reduce(64) { $0 + $1.size } }
}
