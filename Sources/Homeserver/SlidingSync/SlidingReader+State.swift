import GRDB
import MatrixWire
import ModelKit

extension SlidingReader {
  /// The wanted state: all of it for a new room, otherwise its changes and what the client has begun
  /// to want.
  func requiredState(
    _ required: RequiredState, _ changes: [StoredEvent], _ old: SlidingPosition.Room?,
    of room: RoomID, at end: Int64
  ) throws -> [StoredEvent] {
    guard let old else { return try state(required, of: room, at: end) }
    let news = changes.filter { required.includes($0) }
    guard old.selection.state != required else { return news }
    let told = Set(news.map(\.position))
    return try news
      + state(required, of: room, at: end).filter {
        !told.contains($0.position) && !old.selection.state.includes($0)
      }
  }

  private func state(
    _ required: RequiredState, of room: RoomID, at end: Int64
  ) throws -> [StoredEvent] {
    let part = required.includesAllMembers ? StatePart.all : .withoutMembers
    var events = try EventRows.state(of: room, part, at: end, from: database).filter {
      required.includes($0)
    }
    guard !required.includesAllMembers else { return events }
    for user in Set(required.namedMembers).sorted(by: { $0.rawValue < $1.rawValue }) {
      let member = try EventRows.member(user, of: room, at: end, from: database)
      if let member { events.append(member) }
    }
    return events
  }

  /// What the user's membership was before the one in some state: it tells whether they came into the room or
  /// have another name there.
  func stateExtras(of state: [StoredEvent]) throws -> EventExtras {
    var extras = EventExtras.none
    for event in state where event.type == EventType.member && event.stateKey == user.rawValue {
      try extras.read(for: event, .previousState, user: user, within: .all, from: database)
    }
    return extras
  }

  /// The members whom the client needs to show the timeline.
  ///
  /// It may repeat members that the client knows, as in `/sync`. Without a gap it has all changes of
  /// members, so that a client can keep a complete list of them.
  func lazyMembers(
    _ required: RequiredState, _ changes: [StoredEvent], _ room: SlidingRoom
  ) throws -> [StoredEvent] {
    guard required.loadsMembersLazily else { return [] }
    var users = (room.timeline?.events ?? []).flatMap { event in
      let target = event.type == EventType.member ? event.stateKey.flatMap { UserID($0) } : nil
      return [event.sender] + (target.map { [$0] } ?? [])
    }
    if !room.isInitial, room.timeline?.isLimited == false {
      users += changes.filter { $0.type == EventType.member }.compactMap {
        $0.stateKey.flatMap { UserID($0) }
      }
    }
    var seen: Set<UserID> = []
    return try users.compactMap { user in
      guard seen.insert(user).inserted, !required.includes(EventType.member, user.rawValue) else {
        return nil
      }
      return try EventRows.member(user, of: room.room, at: .max, from: database)
    }
  }
}
