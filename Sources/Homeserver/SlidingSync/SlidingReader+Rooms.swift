import GRDB
import MatrixWire
import ModelKit

extension SlidingReader {
  /// The news of a room; nil when there are none.
  func news(
    of standing: SyncReader.Standing, _ selection: RoomSelection, _ old: SlidingPosition.Room?
  ) throws -> SlidingRoom? {
    guard mayHaveNews(standing, selection, old) else { return nil }
    var room: SlidingRoom
    switch standing.membership {
    case .join: room = try joinedRoom(standing, selection, old)
    case .leave, .ban: room = try leftRoom(standing, selection, old)
    case .invite, .knock: room = try strippedRoom(standing, old)
    }
    room.isDirect = directRooms.contains(standing.room)
    room.liveCount =
      told.map { told in
        room.timeline?.events.count { $0.position > told.token.position } ?? 0
      } ?? 0
    return room.isEmpty ? nil : room
  }

  /// Skips the rooms without news, which are most of them.
  private func mayHaveNews(
    _ standing: SyncReader.Standing, _ selection: RoomSelection, _ old: SlidingPosition.Room?
  ) -> Bool {
    guard let old, let changed else { return true }
    return old.events != reader.since || standing.position > old.events
      || changed.contains(standing.room)
      || old.selection.timelineLimit < selection.timelineLimit
      || old.selection.state != selection.state
  }

  private func joinedRoom(
    _ standing: SyncReader.Standing, _ selection: RoomSelection, _ old: SlidingPosition.Room?
  ) throws -> SlidingRoom {
    var room = SlidingRoom(standing.room)
    // A client that has not seen the whole stay gets the room anew.
    let old = try old.flatMap { try hasStayed(standing, since: $0.events) ? $0 : nil }
    room.isInitial = old == nil
    room.isExpanded = old.map { $0.selection.timelineLimit < selection.timelineLimit } ?? false
    if selection.timelineLimit > 0 {
      let since = room.isExpanded ? -1 : old?.events ?? -1
      room.timeline =
        try reader
        .continuing(since: since, timelineLimit: selection.timelineLimit)
        .joinedTimeline(standing, wasJoined: since >= 0)
    }
    let changes =
      try old.map {
        try EventRows.stateChanges(
          of: standing.room, after: $0.events, through: position, from: database)
      } ?? []
    room.state =
      try requiredState(selection.state, changes, old, of: standing.room, at: .max)
      + lazyMembers(selection.state, changes, room)
    room.stateExtras = try stateExtras(of: room.state)
    try describe(&room, changes, at: .max)
    try count(&room, changes, old)
    room.bumpStamp = try bumpStamp(of: room) ?? (room.isInitial ? standing.position : nil)
    return room
  }

  /// Whether the user has been in the room without a break since a position.
  private func hasStayed(_ standing: SyncReader.Standing, since position: Int64) throws -> Bool {
    if standing.position <= position { return true }
    let history = try MembershipHistory.read(of: user, in: standing.room, from: database)
    return history.membership(at: position) == .join
      && history.changes.allSatisfy { $0.position <= position || $0.membership == .join }
  }

  private func leftRoom(
    _ standing: SyncReader.Standing, _ selection: RoomSelection, _ old: SlidingPosition.Room?
  ) throws -> SlidingRoom {
    var room = SlidingRoom(standing.room)
    room.isInitial = old == nil
    room.isExpanded = old.map { $0.selection.timelineLimit < selection.timelineLimit } ?? false
    let isKnown = old.map { $0.events >= standing.position } ?? false
    if selection.timelineLimit > 0, !isKnown || room.isExpanded {
      room.timeline =
        try reader.continuing(
          since: room.isExpanded ? -1 : old?.events ?? -1, timelineLimit: selection.timelineLimit
        ).leftRoom(standing.room, at: standing.position, []).timeline
    }
    room.bumpStamp = standing.position
    let access = try RoomAccess.read(of: user, in: standing.room, from: database)
    if access.standing == .departed {
      let end = min(access.statePosition, standing.position)
      let changes =
        try old.map {
          try EventRows.stateChanges(
            of: standing.room, after: $0.events, through: end, from: database)
        } ?? []
      room.state = try requiredState(selection.state, changes, old, of: standing.room, at: end)
      try describe(&room, changes, at: end)
      // The members are those of a room that the user no longer sees.
      room.heroes = []
    }
    // The client must learn of the end even if it wants neither timeline nor members.
    if !isKnown, !room.state.contains(where: { $0.position == standing.position }) {
      if let own = try EventRows.event(at: standing.position, in: database) {
        room.state.append(own)
      }
    }
    return room
  }

  private func strippedRoom(
    _ standing: SyncReader.Standing, _ old: SlidingPosition.Room?
  ) throws -> SlidingRoom {
    var room = SlidingRoom(standing.room)
    guard old.map({ $0.events < standing.position }) ?? true else { return room }
    room.isInitial = old == nil
    room.bumpStamp = standing.position
    guard let stripped = try reader.strippedRoom(standing.room) else { return room }
    room.strippedState = stripped.state
    room.name = try stripped.state.text(EventType.name, "name")
    room.avatar = try stripped.state.text(EventType.avatar, "url")
    return room
  }

  /// Name, picture and heroes, as far as they changed.
  private func describe(
    _ room: inout SlidingRoom, _ changes: [StoredEvent], at end: Int64
  ) throws {
    let types = Set(changes.map(\.type))
    func text(_ type: String, _ member: String) throws -> String? {
      let event = try EventRows.stateEvent(
        StateKey(type), of: room.room, at: end, from: database)
      return try event.map { [$0] }?.text(type, member)
    }
    if room.isInitial || types.contains(EventType.avatar) {
      room.avatar = try text(EventType.avatar, "url")
    }
    let isRenamed = room.isInitial || types.contains(EventType.name)
    guard isRenamed || types.contains(EventType.member) else { return }
    let name = try text(EventType.name, "name")
    if isRenamed { room.name = name }
    guard name == nil else { return }
    room.heroes = try RoomSummary.heroes(of: room.room, for: user, from: database).map { hero in
      let member = try EventRows.member(hero, of: room.room, at: end, from: database)
      let content = try member?.content().value()
      return SlidingRoom.Hero(
        user: hero, name: content?["displayname"]?.string, avatar: content?["avatar_url"]?.string)
    }
  }

  /// The numbers of members and of unread messages, as far as they may have changed.
  private func count(
    _ room: inout SlidingRoom, _ changes: [StoredEvent], _ old: SlidingPosition.Room?
  ) throws {
    if room.isInitial || changes.contains(where: { $0.type == EventType.member }) {
      let counts = try RoomSummary.counts(of: room.room, from: database)
      (room.joinedCount, room.invitedCount) = (counts.joined, counts.invited)
    }
    let hasRead = try Int.one(
      database, "SELECT 1 FROM receipts WHERE room = ? AND user = ? AND position > ? LIMIT 1",
      [room.room, user, old?.events ?? -1])
    guard hasRead != nil || !room.isEmpty else { return }
    room.unread = try UnreadCount(
      of: user, in: room.room, ignoring: reader.ignored, from: database
    ).merged
  }

  /// The last message of a joined room; nil when it is neither in the timeline nor possibly before.
  private func bumpStamp(of room: SlidingRoom) throws -> Int64? {
    let types = EventType.bumping
    if let event = room.timeline?.events.last(where: { types.contains($0.type) }) {
      return event.position
    }
    guard room.isInitial || room.timeline?.isLimited ?? true else { return nil }
    return try Int64.one(
      database,
      """
      SELECT position FROM events WHERE room = ?
        AND type IN (\(types.map { "'\($0)'" }.joined(separator: ", ")))
      ORDER BY position DESC LIMIT 1
      """, [room.room])
  }
}

extension Sequence<StoredEvent> {
  /// A text that is not empty in the state event of a type.
  fileprivate func text(_ type: String, _ member: String) throws -> String? {
    let event = first { $0.type == type }
    guard let text = try event?.content().value()[member]?.string, !text.isEmpty else {
      return nil
    }
    return text
  }
}
