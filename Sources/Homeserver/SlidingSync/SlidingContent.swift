import ModelKit

/// The content of a response of sliding sync before it is encoded.
struct SlidingContent: Sendable {
  /// What the client has when it has read this.
  var next: SlidingPosition
  var windows: [SlidingWindow] = []
  var rooms: [SlidingRoom] = []
  var accountData: [AccountDatum] = []
  var roomAccountData: [(room: RoomID, [AccountDatum])] = []
  var receipts: [(room: RoomID, [ReceiptChange])] = []
  var typing: [RoomID: [UserID]] = [:]
  /// The memory reserved for the response.
  var hold: ResponseHold?

  /// Whether it holds no news; the order of lists changes only when a room has some.
  var isEmpty: Bool {
    rooms.isEmpty && accountData.isEmpty && roomAccountData.isEmpty && receipts.isEmpty
      && typing.isEmpty
  }
}

/// A list with the rooms in its ranges.
struct SlidingWindow: Sendable {
  let name: String
  /// The number of all rooms of the list.
  let count: Int
  let ranges: [(first: Int, last: Int, rooms: [RoomID])]
}

/// The news of a room in a response of sliding sync.
struct SlidingRoom: Sendable {
  struct Hero: Sendable {
    let user: UserID
    let name: String?
    let avatar: String?
  }

  let room: RoomID
  /// Whether it replaces all that the client has of the room.
  var isInitial = false
  /// Whether the timeline repeats events, because the client has raised its limit.
  var isExpanded = false
  var name: String?
  var avatar: String?
  var heroes: [Hero] = []
  var state: [StoredEvent] = []
  /// What the user's own membership was before.
  var stateExtras = EventExtras.none
  /// Nil when the client wants none, or was never in the room.
  var timeline: SyncTimeline?
  /// How many events of the timeline came after the last response.
  var liveCount = 0
  var joinedCount: Int?
  var invitedCount: Int?
  /// Nil when the counts did not change.
  var unread: UnreadCount?
  /// The position of the last event that moves the room up in a list; nil when it did not change.
  var bumpStamp: Int64?
  var isDirect = false
  /// The stripped state of an invitation or a request to join.
  var strippedState: [StoredEvent] = []

  init(_ room: RoomID) {
    self.room = room
  }

  var isEmpty: Bool {
    !isInitial && name == nil && avatar == nil && heroes.isEmpty && state.isEmpty
      && timeline?.events.isEmpty ?? true && joinedCount == nil && unread == nil
      && strippedState.isEmpty
  }

  /// The approximate size in bytes.
  var size: Int {
    let events = timeline.map { $0.extras.size(of: $0.events) } ?? 0
    return strippedState.reduce(events + stateExtras.size(of: state) + 1024) { $0 + $1.size }
  }
}
