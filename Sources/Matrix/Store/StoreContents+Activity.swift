import MatrixWire
import Models

extension RoomState {
  /// Takes over where the room stands among others; the time follows from its events.
  mutating func applyStamp(of news: JoinedNews) {
    guard news.hasCurrentState else {
      // Classic sync has no such order: what an earlier engine said is outdated.
      (bumpStamp, bumpTime) = (nil, nil)
      return
    }
    guard let stamp = ActivityOrder.stamp(news.bumpStamp), stamp != bumpStamp else { return }
    (bumpStamp, bumpTime) = (stamp, nil)
  }

  /// Notes the time of the event that gave the room its place, if it is among these.
  mutating func noteBump(in events: [StoredEvent]) {
    guard bumpStamp != nil, let event = events.last(where: \.movesRoom) else { return }
    bumpTime = Timestamp(clamping: event.raw.timestamp)
  }

  /// Notes when the account came into the room, whose history may have lost sight of that.
  mutating func noteComing(_ event: RawEvent, of own: UserID) {
    guard let line = StoredEvent(event)?.line, line.content.isComing(of: own) else { return }
    cameAt = line.timestamp
  }

  /// Notes when the room was last active.
  ///
  /// The messages that the store has may not be the newest ones; then an estimate stands for those.
  mutating func noteActivity(_ latest: AccountTables.LatestLines, newest event: StoredEvent?) {
    if let activity = latest.activity {
      let isEstimated = bumpStamp != nil && bumpTime == nil
      lastActivity = isEstimated ? max(activity, lastActivity ?? activity) : activity
    } else if bumpStamp == nil || lastActivity == nil {
      // A room of which only a reaction is known still has its place in the list.
      lastActivity =
        latest.newest ?? lastActivity ?? event.map { Timestamp(clamping: $0.raw.timestamp) }
    }
  }
}

extension StoreContents {
  /// Estimates when the rooms were active of whose newest messages a response told the order alone.
  ///
  /// - Parameter isWhole: Whether the order of all rooms is known, so that the estimates are final.
  mutating func placeRooms(
    isWhole: Bool, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    guard !unplaced.isEmpty else { return }
    let order = ActivityOrder(rooms.values)
    for id in unplaced {
      guard var room = rooms[id], room.membership == .joined, room.bumpTime == nil,
        let time = room.bumpStamp.flatMap({ order.time(of: $0) })
      else { continue }
      let seen = try tables.latestLines(of: room.number, own: userID, ignored: ignored).activity
      room.lastActivity = [time, seen, room.cameAt].compactMap { $0 }.max()
      put(room)
      changes.rooms.insert(id)
    }
    if isWhole { unplaced = [] }
  }
}

extension StoredEvent {
  /// Whether the event can be the one that gave its room a place.
  fileprivate var movesRoom: Bool { EventType.bumping.contains(raw.type) }
}
