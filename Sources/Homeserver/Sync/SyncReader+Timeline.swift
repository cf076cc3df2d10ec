import GRDB
import ModelKit

extension SyncReader {
  /// The newest events of a room in ranges that end where the sync ends.
  ///
  /// Nothing is missing between the events of a timeline: of several ranges the last one is told.
  /// What was not to be seen before it may have changed the state, so it is a gap as any other.
  ///
  /// - Parameter start: What was told before; negative for nothing.
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
    let limit = query.filter.timelineLimit
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
          // Whether what is left passes the filter is not worth looking.
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

  /// The state before the timeline: all of it, or what changed since the last sync.
  func state(of content: RoomContent, isWhole: Bool, through end: Int64) throws -> [StoredEvent] {
    let selection = query.filter.state
    guard selection.allows(room: content.room) else { return [] }
    var events: [StoredEvent]
    if !isWhole {
      events = try stateChanges(content, through: end)
    } else {
      events = try EventRows.state(
        of: content.room, query.filter.loadsMembersLazily ? .withoutMembers : .all,
        at: content.timeline.start, from: database)
    }
    if isWhole {
      replace(&events, by: try hiddenState(content, after: content.timeline.start, end))
    }
    if query.filter.loadsMembersLazily {
      let own = query.user.rawValue
      events.removeAll { $0.type == "m.room.member" && $0.stateKey != own }
      events += try neededMembers(content, isWhole: isWhole, told: events)
    }
    return events.filter { selection.allows($0) }
  }

  private func stateChanges(_ content: RoomContent, through end: Int64) throws -> [StoredEvent] {
    if !query.filter.timeline.isEverything || !query.filter.timeline.allows(room: content.room) {
      return try hiddenState(content, after: since, end)
    }
    guard content.timeline.isLimited else { return [] }
    return try EventRows.all(
      database,
      """
      SELECT * FROM events WHERE position IN (
        SELECT MAX(position) FROM events INDEXED BY events_state
        WHERE room = ? AND state_key IS NOT NULL AND position > ? AND position <= ?
        GROUP BY type, state_key)
      ORDER BY position
      """, [content.room, since, content.timeline.start])
  }

  /// What changed of the state in a range without being told in the timeline, because the filter
  /// keeps it out; only the last change at each place.
  private func hiddenState(
    _ content: RoomContent, after start: Int64, _ end: Int64
  ) throws -> [StoredEvent] {
    guard
      !query.filter.timeline.isEverything || !query.filter.timeline.allows(room: content.room)
    else { return [] }
    let told = Set(content.timeline.events.map(\.position))
    var last: [StateKey: StoredEvent] = [:]
    // One after the other, because there may be many that later ones replace.
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

  /// The members that a client needs to show what is told, and that it does not know yet.
  private func neededMembers(
    _ content: RoomContent, isWhole: Bool, told: [StoredEvent]
  ) throws -> [StoredEvent] {
    var users = content.timeline.events.map(\.sender) + (content.summary?.heroes ?? [])
    if isWhole { users.append(query.user) }
    var seen = Set(told.compactMap { $0.type == "m.room.member" ? $0.stateKey : nil })
    var members: [StoredEvent] = []
    for user in users where seen.insert(user.rawValue).inserted {
      let member = try EventRows.stateEvent(
        StateKey("m.room.member", user.rawValue), of: content.room, at: content.timeline.start,
        from: database)
      guard let member else { continue }
      let isKnown = lazyMembers.knows(
        member.position, of: user, in: content.room, query.requester, since: query.since)
      if isWhole || query.filter.includesRedundantMembers || !isKnown { members.append(member) }
    }
    return members
  }

  /// What is told of a room to who is invited to it.
  ///
  /// Source: Matrix client-server API, "Stripped state".
  func invitedRoom(_ room: RoomID) throws -> InvitedRoom? {
    let own = try EventRows.stateEvent(
      StateKey("m.room.member", query.user.rawValue), of: room, at: position, from: database)
    guard let own, !ignored.contains(own.sender) else { return nil }
    var keys = [
      "m.room.create", "m.room.join_rules", "m.room.name", "m.room.avatar",
      "m.room.canonical_alias", "m.room.encryption", "m.room.topic",
    ].map { StateKey($0) }
    if own.sender != query.user { keys.append(StateKey("m.room.member", own.sender.rawValue)) }
    let state = try keys.compactMap {
      try EventRows.stateEvent($0, of: room, at: position, from: database)
    }
    return InvitedRoom(room: room, state: state + [own])
  }
}
