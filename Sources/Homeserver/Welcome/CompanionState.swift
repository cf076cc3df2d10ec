import MatrixWire
import ModelKit

/// The rooms of the companion, and the items that wait for it there.
struct CompanionState: Sendable {
  enum Item: Sendable {
    case invitation
    case message(StoredEvent)
  }

  /// The maximum number of waiting messages of a room; more get no reply.
  private static let messageLimit = 3

  var id: UserID?
  private(set) var rooms: Set<RoomID> = []
  private var awake: [RoomID: [Item]] = [:]

  /// Adds joined rooms.
  mutating func join(_ rooms: some Sequence<RoomID>) { self.rooms.formUnion(rooms) }

  /// Takes an event, in the order of commits; true when the room must be woken.
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

  /// The oldest waiting item of a room; nil when none waits, and the room then sleeps.
  mutating func next(in room: RoomID) -> Item? {
    guard let item = awake[room]?.first else {
      awake[room] = nil
      return nil
    }
    awake[room]?.removeFirst()
    return item
  }
}
