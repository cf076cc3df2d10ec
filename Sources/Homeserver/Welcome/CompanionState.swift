/// Where the companion is, and what it has still to answer.
struct CompanionState: Sendable {
  /// The most messages of a room that wait; more are not answered.
  private static let roomLimit = 3
  /// The most messages of all rooms that wait.
  private static let limit = 200
  /// The most messages of a room that are answered in a minute: two programs that answer each other
  /// would do so for ever.
  private static let minuteLimit = 30

  var id: UserID?
  var rooms: Set<RoomID> = []
  private var waiting: [RoomID: [StoredEvent]] = [:]
  private var waitingCount = 0
  private var answered: [RoomID: Int] = [:]
  private var minute = ContinuousClock.now

  /// Takes what is meant for the companion; true when its room must be woken.
  mutating func hear(_ event: StoredEvent) -> Bool {
    guard let id else { return false }
    if event.type == EventName.member {
      guard event.stateKey == id.rawValue else { return false }
      // Only the last of them counts, and none is forgotten.
      waiting[event.room]?.removeAll { $0.type == EventName.member }
    } else {
      guard event.type == EventName.message, event.stateKey == nil, event.sender != id,
        rooms.contains(event.room), waitingCount < Self.limit,
        waiting[event.room, default: []].count < Self.roomLimit, mayAnswer(in: event.room)
      else { return false }
      waitingCount += 1
    }
    defer { waiting[event.room, default: []].append(event) }
    return waiting[event.room] == nil
  }

  private mutating func mayAnswer(in room: RoomID) -> Bool {
    if ContinuousClock.now - minute > .seconds(60) {
      answered = [:]
      minute = .now
    }
    answered[room, default: 0] += 1
    return answered[room, default: 0] <= Self.minuteLimit
  }

  /// What waits longest in a room; nil when nothing does, and the room is at rest.
  mutating func next(in room: RoomID) -> StoredEvent? {
    guard var events = waiting[room], !events.isEmpty else {
      waiting[room] = nil
      return nil
    }
    let event = events.removeFirst()
    waiting[room] = events
    if event.type != EventName.member { waitingCount -= 1 }
    return event
  }
}
