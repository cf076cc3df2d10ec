import GRDB
import MatrixWire
import ModelKit

extension SyncReader {
  /// The content of a room that the user is in.
  func joinedRoom(
    _ standing: Standing, _ typing: [UserID]?, _ accountData: [AccountDatum]
  ) throws -> RoomContent {
    var content = RoomContent(standing.room)
    if query.filter.ephemeral.allows(type: "m.typing"),
      query.filter.ephemeral.allows(room: standing.room)
    {
      content.typing = typing
    }
    let wasJoined = try wasJoined(standing)
    let isWhole = !wasJoined || isFullState
    content.timeline = try joinedTimeline(standing, wasJoined: wasJoined)
    content.isTold = isWhole
    if try !standing.isOver && (isWhole || changesMembers(content)) {
      content.summary = try RoomSummary(of: standing.room, for: query.user, from: database)
    }
    content.state = try state(of: content, isWhole: isWhole, through: position)
    content.accountData = isWhole ? try self.accountData(of: standing.room) : accountData
    // Former members must not see current state.
    guard !standing.isOver else { return content }
    content.receipts = try receipts(of: standing.room, isWhole: isWhole)
    guard !content.isEmpty else { return content }
    let unread = try UnreadCount(
      of: query.user, in: standing.room, ignoring: ignored, from: database)
    content.unread = query.filter.timeline.splitsThreads ? unread : unread.merged
    return content
  }

  /// The news of the timeline of a room that the user is in.
  func joinedTimeline(_ standing: Standing, wasJoined: Bool) throws -> SyncTimeline {
    // A user who never left between two syncs may see everything since the first.
    let ranges =
      wasJoined && standing.position <= since
      ? PositionRanges.all
      : try RoomAccess.read(of: query.user, in: standing.room, from: database).ranges
    let start = wasJoined ? since : try lastTold(of: standing.room)
    return try timeline(
      of: standing.room, ranges.clipped(after: start, through: position), behind: start)
  }

  /// Whether the user was in the room when the last sync ended.
  private func wasJoined(_ standing: Standing) throws -> Bool {
    guard since >= 0 else { return false }
    if standing.position <= since { return true }
    return try membership(in: standing.room, at: since) == .join
  }

  /// The last position that the client has seen of a room that the user was in before; negative
  /// when there is none.
  private func lastTold(of room: RoomID) throws -> Int64 {
    guard since >= 0 else { return -1 }
    let history = try MembershipHistory.read(of: query.user, in: room, from: database)
    guard
      let joined = history.changes.lastIndex(where: {
        $0.membership == .join && $0.position <= since
      })
    else { return -1 }
    let leave = history.changes[joined...].first { $0.membership != .join && $0.position <= since }
    return leave?.position ?? since
  }

  func membership(in room: RoomID, at position: Int64) throws -> Membership? {
    try EventRows.member(query.user, of: room, at: position, from: database)?.membership()
  }

  /// The content of a room that the user has left.
  func leftRoom(
    _ room: RoomID, at end: Int64, _ accountData: [AccountDatum]
  ) throws -> RoomContent {
    var content = RoomContent(room)
    content.isTold = true
    content.accountData = accountData
    let wasJoined = try since >= 0 && membership(in: room, at: since) == .join
    let start = wasJoined ? since : try lastTold(of: room)
    let access = try RoomAccess.read(of: query.user, in: room, from: database)
    let hasBeenJoined = access.memberships.changes.contains {
      $0.membership == .join && $0.position > start
    }
    guard wasJoined || hasBeenJoined, access.ranges.contains(end) else {
      content.timeline = try onlyEvent(at: end)
      // The events of the user's stay precede it; clients page back to them.
      content.timeline.isLimited = wasJoined || hasBeenJoined
      return content
    }
    content.timeline = try timeline(
      of: room, access.ranges.clipped(after: start, through: end), behind: start)
    content.state = try state(
      of: content, isWhole: !wasJoined || isFullState, through: end)
    return content
  }

  /// A room that the user left between two syncs before a new invitation or request to join.
  func roomLeftMeanwhile(_ standing: Standing) throws -> RoomContent? {
    let history = try MembershipHistory.read(of: query.user, in: standing.room, from: database)
    let news = history.changes.filter { $0.position > since }
    guard let leave = news.last(where: { $0.membership == .leave || $0.membership == .ban }),
      history.membership(at: since) == .join || news.contains(where: { $0.membership == .join })
    else { return nil }
    return try leftRoom(standing.room, at: leave.position, [])
  }

  private func onlyEvent(at position: Int64) throws -> SyncTimeline {
    var timeline = SyncTimeline()
    timeline.start = position - 1
    guard let event = try EventRows.event(at: position, in: database),
      query.filter.timeline.allows(room: event.room), query.filter.timeline.allows(event)
    else { return timeline }
    timeline.events = [event]
    try timeline.extras.read(
      for: event, .memberships, user: query.user, within: .all, from: database)
    return timeline
  }

  /// Whether a member event came since the last sync.
  private func changesMembers(_ content: RoomContent) throws -> Bool {
    if content.timeline.events.contains(where: { $0.type == EventType.member }) { return true }
    guard content.timeline.isLimited || !query.filter.timeline.isEverything else { return false }
    return try Int.one(
      database,
      """
      SELECT 1 FROM events INDEXED BY events_state
      WHERE room = ? AND type = '\(EventType.member)' AND state_key IS NOT NULL AND position > ?
      LIMIT 1
      """, [content.room, since]) != nil
  }

  private func receipts(of room: RoomID, isWhole: Bool) throws -> [ReceiptChange] {
    guard query.filter.ephemeral.allows(room: room),
      query.filter.ephemeral.allows(type: "m.receipt")
    else { return [] }
    return try ReceiptRows.changes(
      in: room, after: isWhole ? -1 : since, for: query.user, from: database)
  }
}
