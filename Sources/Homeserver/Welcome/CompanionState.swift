import MatrixWire
import ModelKit

/// The items that wait for the companion, in each room.
struct CompanionState: Sendable {
  enum Item: Sendable {
    case invitation
    case message(StoredEvent)
  }

  /// The maximum number of waiting messages of a room; more get no reply.
  private static let messageLimit = 3

  var id: UserID?
  private var awake: [RoomID: [Item]] = [:]

  /// Takes an event, in the order of commits; true when the room must be woken.
  ///
  /// - Parameter room: The room after the commit.
  mutating func hear(_ event: StoredEvent, in room: RoomSnapshot?) -> Bool {
    guard let id else { return false }
    if event.type == EventType.member {
      guard event.stateKey == id.rawValue else { return false }
      let membership = try? event.membership()
      if membership == .invite { return invite(to: event.room) }
      if membership != .join, awake[event.room] != nil { awake[event.room] = [] }
      return false
    }
    guard event.type == EventType.message, event.stateKey == nil, event.sender != id,
      room?.membership(of: id) == .join,
      awake[event.room, default: []].count < Self.messageLimit
    else { return false }
    return add(.message(event), in: event.room)
  }

  /// Takes an invitation; true when the room must be woken.
  mutating func invite(to room: RoomID) -> Bool {
    let isKnown = awake[room]?.contains { if case .invitation = $0 { true } else { false } }
    if isKnown == true { return false }
    return add(.invitation, in: room)
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
