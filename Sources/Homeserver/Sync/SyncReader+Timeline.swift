import GRDB
import MatrixWire
import ModelKit

extension SyncReader {
  /// The newest events of a room in ranges that end where the sync ends.
  ///
  /// A timeline has no holes, so it comes from the last range alone. Events that the user could not
  /// see before that range may have changed the state, so they count as a gap.
  ///
  /// - Parameter start: The end of the previous sync; negative for an initial sync.
  func timeline(
    of room: RoomID, _ ranges: PositionRanges, behind start: Int64
  ) throws -> SyncTimeline {
    var timeline = SyncTimeline()
    timeline.start = ranges.last ?? position
    timeline.extras.ignored = ignored
    guard query.filter.timeline.allows(room: room), let part = ranges.parts.last else {
      return timeline
    }
    scan.begin()
    try fill(&timeline, room, part, within: ranges)
    if isOtherHistory || ranges.parts.count > 1 || (start >= 0 && part.after > start) {
      timeline.isLimited = true
    }
    timeline.events.reverse()
    return timeline
  }

  private func fill(
    _ timeline: inout SyncTimeline, _ room: RoomID, _ part: PositionRanges.Part,
    within ranges: PositionRanges
  ) throws {
    let limit = timelineLimit
    let wanted = query.filter.timeline.isEverything ? limit : max(limit, 20)
    let page = min(wanted, Page.batchLimit)
    var size = 0
    var end = part.through
    while true {
      let events = try EventRows.events(
        of: room, after: part.after, through: end, isBackwards: true, limit: page + 1,
        from: database)
      for event in events {
        if timeline.events.count >= limit || !scan.takesOne() {
          // Finding out whether the filter lets older events pass is not worth a scan.
          timeline.isLimited = true
          return
        }
        end = event.position - 1
        guard query.filter.timeline.allows(event) else { continue }
        try timeline.extras.read(
          for: event, .all, user: query.user, within: ranges, from: database)
        size += timeline.extras.size(of: event)
        guard timeline.events.isEmpty || size <= limits.timeline else {
          timeline.isLimited = true
          return
        }
        timeline.events.append(event)
        timeline.start = end
      }
      if events.count <= page { return }
    }
  }

  /// The state before the timeline: all of it, or its changes since the last sync.
  func state(of content: RoomContent, isWhole: Bool, through end: Int64) throws -> [StoredEvent] {
    let selection = query.filter.state
    guard selection.allows(room: content.room) else { return [] }
    var events: [StoredEvent]
    if isWhole {
      events = try EventRows.state(
        of: content.room, query.filter.loadsMembersLazily ? .withoutMembers : .all,
        at: content.timeline.start, from: database)
      replace(&events, by: try hiddenState(content, after: content.timeline.start, end))
    } else {
      events = try stateChanges(content, through: end)
    }
    if query.filter.loadsMembersLazily {
      let own = query.user.rawValue
      events.removeAll { $0.type == EventType.member && $0.stateKey != own }
      events += try neededMembers(content, isWhole: isWhole, told: events)
    }
    return events.filter { selection.allows($0) }
  }

  private func stateChanges(_ content: RoomContent, through end: Int64) throws -> [StoredEvent] {
    if !query.filter.timeline.isEverything || !query.filter.timeline.allows(room: content.room) {
      return try hiddenState(content, after: since, end)
    }
    guard content.timeline.isLimited else { return [] }
    return try EventRows.stateChanges(
      of: content.room, after: since, through: content.timeline.start, from: database)
  }

  /// The latest state changes in a range that the filter keeps out of the timeline.
  private func hiddenState(
    _ content: RoomContent, after start: Int64, _ end: Int64
  ) throws -> [StoredEvent] {
    guard
      !query.filter.timeline.isEverything || !query.filter.timeline.allows(room: content.room)
    else { return [] }
    let told = Set(content.timeline.events.map(\.position))
    var last: [StateKey: StoredEvent] = [:]
    // Reads row by row, because later events may replace many earlier ones.
    _ = try Row.all(
      database,
      """
      SELECT * FROM events INDEXED BY events_state
      WHERE room = ? AND state_key IS NOT NULL AND position > ? AND position <= ?
      ORDER BY position
      """, [content.room, start, end]
    ) { row -> Never? in
      let event = try StoredEvent(row: row)
      guard let key = event.stateKey, !told.contains(event.position) else { return nil }
      last[StateKey(event.type, key)] = event
      return nil
    }
    return last.values.sorted { $0.position < $1.position }
  }

  private func replace(_ events: inout [StoredEvent], by newer: [StoredEvent]) {
    guard !newer.isEmpty else { return }
    var last: [StateKey: StoredEvent] = [:]
    for event in events + newer {
      guard let key = event.stateKey else { continue }
      last[StateKey(event.type, key)] = event
    }
    events = last.values.sorted { $0.position < $1.position }
  }

  /// The members that a client needs to show the response.
  ///
  /// It may repeat members that the client knows. Clients must cope with that anyway, because
  /// deduplication is a heuristic in Synapse too. Here it would need a cache for each device, to
  /// save one small event for each sender in a response.
  private func neededMembers(
    _ content: RoomContent, isWhole: Bool, told: [StoredEvent]
  ) throws -> [StoredEvent] {
    var users = content.timeline.events.map(\.sender) + (content.summary?.heroes ?? [])
    if isWhole { users.append(query.user) }
    var seen = Set(told.compactMap { $0.type == EventType.member ? $0.stateKey : nil })
    var members: [StoredEvent] = []
    for user in users where seen.insert(user.rawValue).inserted {
      let member = try EventRows.member(
        user, of: content.room, at: content.timeline.start, from: database)
      if let member { members.append(member) }
    }
    return members
  }

  /// The stripped state of a room for a user who is invited or asks to join.
  ///
  /// Source: Matrix client-server API, "Stripped state".
  func strippedRoom(_ room: RoomID) throws -> StrippedRoom? {
    let own = try EventRows.member(query.user, of: room, at: position, from: database)
    guard let own, !ignored.contains(own.sender) else { return nil }
    var keys = [
      EventType.create, EventType.joinRules, EventType.name, EventType.avatar,
      EventType.canonicalAlias, EventType.encryption, EventType.topic,
    ].map { StateKey($0) }
    if own.sender != query.user { keys.append(StateKey(EventType.member, own.sender.rawValue)) }
    let state = try keys.compactMap {
      try EventRows.stateEvent($0, of: room, at: position, from: database)
    }
    return StrippedRoom(room: room, state: state + [own])
  }
}
