import MatrixWire
import ModelKit
import Models

extension SyncNews {
  /// The content of a response of sliding sync.
  ///
  /// - Parameter isFirst: Whether it is the first one of its connection.
  init(
    _ response: LenientResponse<RawSlidingSyncResponse>, view: SlidingView, own: String,
    isFirst: Bool, token: SyncToken
  ) {
    let raw = response.value
    self.init(token: token)
    issues = response.issues
    accountData = raw.accountData
    hasAllAccountData = isFirst
    present = view.isWhole ? view.shown : nil
    isPartial = view.next != nil
    current = view.shown
    isEmpty =
      raw.rooms.isEmpty && raw.accountData.isEmpty && raw.roomAccountData.isEmpty
      && raw.receipts.isEmpty && raw.typing.isEmpty
    typing = raw.typing.compactMapValues(\.events.typing)
    let ids = Set(raw.rooms.keys).union(raw.roomAccountData.keys).union(raw.receipts.keys)
    rooms = ids.sorted().map { id in
      let markers = RoomMarkers(
        accountData: raw.roomAccountData[id] ?? [], receipts: raw.receipts[id]?.events ?? [])
      let news = raw.rooms[id].map { RoomNews.News($0, markers, own: own) }
      return RoomNews(id: id, news: news ?? .markers([markers.accountData, markers.receipts]))
    }
  }
}

/// What the extensions say of a room.
private struct RoomMarkers {
  let accountData: RawBareEvents
  let receipts: RawBareEvents
}

extension RoomNews.News {
  fileprivate init(_ room: RawSlidingSyncRoom, _ markers: RoomMarkers, own: String) {
    switch room.membership(of: own) {
    case .invite: self = .invited(RawInvitedRoom(state: room.strippedState))
    case .knock where !room.strippedState.isEmpty:
      self = .asking(RawKnockedRoom(state: room.strippedState))
    case .leave, .ban, .knock:
      self = .left(RawLeftRoom(timeline: room.rawTimeline, state: room.requiredState))
    case .join, nil: self = .joined(JoinedNews(room, markers))
    }
  }
}

extension JoinedNews {
  fileprivate init(_ room: RawSlidingSyncRoom, _ markers: RoomMarkers) {
    let heroes = room.heroes?.compactMap { hero in
      UserID(hero.userID).map { id in
        User(
          id: id, displayName: hero.displayName?.nonEmpty(cutToBytes: Limits.name),
          avatar: hero.avatar.flatMap { MediaURI($0) }, nulls: .all)
      }
    }
    self.init(
      room: RawJoinedRoom(
        timeline: room.rawTimeline, state: room.requiredState,
        accountData: markers.accountData, ephemeral: markers.receipts,
        unread: RawUnreadCounts(notifications: room.notifications, highlights: room.highlights),
        summary: RawRoomSummary(
          heroes: heroes?.map(\.id.rawValue), joinedCount: room.joinedCount,
          invitedCount: room.invitedCount)),
      isGapped: room.mayMissEvents, hasCurrentState: true, heroes: heroes ?? [],
      bumpStamp: room.bumpStamp)
  }
}

extension RawSlidingSyncRoom {
  /// What the room says of the account's membership; nil when nothing changed.
  fileprivate func membership(of user: String) -> Member.Membership? {
    func last(_ events: RawEvents) -> JSONValue? {
      events.last { $0.type == EventType.member && $0.stateKey == user }?.content
    }
    if !strippedState.isEmpty {
      let own = strippedState.last { $0.type == EventType.member && $0.stateKey == user }
      return own.flatMap { Self.membership($0.content) } ?? .invite
    }
    return (last(requiredState) ?? last(timeline)).flatMap { Self.membership($0) }
  }

  private static func membership(_ content: JSONValue) -> Member.Membership? {
    content["membership"]?.string.flatMap { Member.Membership(rawValue: $0) }
  }

  /// Whether events may be missing before the timeline.
  ///
  /// A new connection and a raised limit say nothing about what this client has.
  fileprivate var mayMissEvents: Bool { isInitial || isLimited || isExpanded }

  /// Nil when there is none.
  fileprivate var rawTimeline: RawTimeline? {
    timeline.isEmpty && !isLimited
      ? nil
      : RawTimeline(events: timeline, isLimited: mayMissEvents, previousBatch: previousBatch)
  }
}
