import ModelKit

/// Makes what a sync tells from what just happened, without the file.
struct RecentSync {
  let query: SyncQuery
  let store: Store
  let lazyMembers: LazyMembers

  /// What is told of a room; nil when only the file knows enough.
  func content(of recent: RecentRoom) async throws -> RoomContent? {
    let filter = query.filter
    var content = RoomContent(recent.room)
    content.timeline = timeline(of: recent)
    if filter.ephemeral.allows(room: recent.room) {
      if filter.ephemeral.allows(type: "m.typing") { content.typing = recent.typing }
      if filter.ephemeral.allows(type: "m.receipt") {
        content.receipts = Self.last(recent.receipts)
      }
    }
    content.unread = recent.unread
    guard addState(to: &content, recent) else { return nil }
    let memberships = [recent.room: MembershipHistory(always: .join)]
    content.timeline.extras.memberships = memberships
    for event in recent.events
    where event.position > content.timeline.start && EventExtras.isNeeded(for: event.event) {
      var extras = try await event.extras(from: store)
      extras.memberships = memberships
      content.timeline.ownExtras[event.position] = extras
    }
    return content
  }

  private func timeline(of recent: RecentRoom) -> SyncTimeline {
    let filter = query.filter
    var timeline = SyncTimeline()
    timeline.start = recent.end
    guard filter.timeline.allows(room: recent.room) else { return timeline }
    for recent in recent.events.reversed() {
      guard timeline.events.count < filter.timelineLimit else {
        timeline.isLimited = true
        break
      }
      guard filter.timeline.allows(recent.event) else {
        timeline.start = recent.position - 1
        continue
      }
      timeline.events.append(recent.event)
      timeline.start = recent.position - 1
    }
    timeline.events.reverse()
    return timeline
  }

  /// The receipts of which no later one is there.
  private static func last(_ receipts: [ReceiptChange]) -> [ReceiptChange] {
    guard receipts.count > 1 else { return receipts }
    struct Key: Hashable {
      let user: UserID
      let kind: ReceiptChange.Kind
      let thread: String
    }
    var seen: Set<Key> = []
    return receipts.reversed().filter {
      seen.insert(Key(user: $0.user, kind: $0.kind, thread: $0.thread)).inserted
    }.reversed()
  }

  /// Adds the state that changed before the timeline, the members and the summary.
  private func addState(to content: inout RoomContent, _ recent: RecentRoom) -> Bool {
    let changesMembers = recent.events.contains { $0.event.type == "m.room.member" }
    if changesMembers {
      guard let room = store.cachedRoom(recent.room) else { return false }
      content.summary = RoomSummary(room, for: query.user)
    }
    guard query.filter.state.allows(room: recent.room) else { return true }
    var last: [StateKey: StoredEvent] = [:]
    let told = Set(content.timeline.events.map(\.position))
    for event in recent.events.lazy.map(\.event) where !told.contains(event.position) {
      guard let key = event.stateKey else { continue }
      last[StateKey(event.type, key)] = event
    }
    let changes = last.values.sorted { $0.position < $1.position }
    content.state = changes.filter { query.filter.state.allows($0) }.map(SyncState.event)
    return query.filter.loadsMembersLazily ? addMembers(to: &content) : true
  }

  /// Adds the members that the client does not know yet; false when one of them changed since.
  private func addMembers(to content: inout RoomContent) -> Bool {
    content.state.removeAll {
      $0.key?.type == "m.room.member" && $0.key?.key != query.user.rawValue
    }
    var seen: Set<UserID> = []
    let users = content.timeline.events.map(\.sender) + (content.summary?.heroes ?? [])
    let unseen = users.filter { seen.insert($0).inserted }
    guard !unseen.isEmpty else { return true }
    guard let room = store.cachedRoom(content.room) else { return false }
    for user in unseen {
      guard let entry = room["m.room.member", user.rawValue] else { continue }
      guard entry.position <= content.timeline.start else { return false }
      let key = StateKey("m.room.member", user.rawValue)
      let isKnown = lazyMembers.knows(
        entry.position, of: user, in: content.room, query.requester, since: query.since)
      guard query.filter.includesRedundantMembers || !isKnown,
        query.filter.state.allows(type: key.type, sender: entry.sender)
      else { continue }
      content.state.append(.entry(key, entry))
    }
    return true
  }
}
