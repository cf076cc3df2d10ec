import MatrixWire
import ModelKit

/// Where the companion is, and what it has still to do.
struct CompanionState: Sendable {
  enum Item: Sendable {
    /// It is invited to the room.
    case invitation
    /// Something is said in the room.
    case message(StoredEvent)
  }

  /// The most messages of a room that wait; more are not answered.
  private static let messageLimit = 3

  var id: UserID?
  private(set) var rooms: Set<RoomID> = []
  private var awake: [RoomID: [Item]] = [:]

  /// Takes over where it is.
  mutating func join(_ rooms: some Sequence<RoomID>) { self.rooms.formUnion(rooms) }

  /// Takes what concerns the companion, in the order in which it came to the disk; true when the room
  /// must be woken.
  mutating func hear(_ event: StoredEvent) -> Bool {
    guard let id else { return false }
    if event.type == EventName.member {
      return event.stateKey == id.rawValue && move(Self.membership(event), in: event.room)
    }
    guard event.type == EventName.message, event.stateKey == nil, event.sender != id,
      rooms.contains(event.room), awake[event.room, default: []].count < Self.messageLimit
    else { return false }
    return add(.message(event), in: event.room)
  }

  /// Takes an invitation; true when the room must be woken.
  mutating func invite(to room: RoomID) -> Bool {
    let isKnown = awake[room]?.contains { if case .invitation = $0 { true } else { false } }
    if isKnown == true { return false }
    return add(.invitation, in: room)
  }

  private mutating func move(_ membership: Membership?, in room: RoomID) -> Bool {
    switch membership {
    case .invite: return invite(to: room)
    case .join: rooms.insert(room)
    default:
      rooms.remove(room)
      if awake[room] != nil { awake[room] = [] }
    }
    return false
  }

  private static func membership(_ event: StoredEvent) -> Membership? {
    (try? event.content().value())?["membership"]?.string.flatMap(Membership.init)
  }

  /// Whether the room must be woken.
  private mutating func add(_ item: Item, in room: RoomID) -> Bool {
    let wakes = awake[room] == nil
    awake[room, default: []].append(item)
    return wakes
  }

  /// What waits longest in a room; nil when nothing does, and the room is at rest.
  mutating func next(in room: RoomID) -> Item? {
    guard let item = awake[room]?.first else {
      awake[room] = nil
      return nil
    }
    awake[room]?.removeFirst()
    return item
  }
}
