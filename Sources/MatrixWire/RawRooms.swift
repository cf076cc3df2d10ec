/// What a sync brings for a room that the account is in.
package struct RawJoinedRoom: Decodable, Sendable {
  package let timeline: RawTimeline?
  /// The state before the timeline.
  package let state: [RawEvent]
  package let accountData: [RawBareEvent]
  package let ephemeral: [RawBareEvent]
  package let unread: RawUnreadCounts?
  package let summary: RawRoomSummary?
  package let dropped: Int

  package init(
    timeline: RawTimeline? = nil, state: [RawEvent] = [], accountData: [RawBareEvent] = [],
    ephemeral: [RawBareEvent] = [], unread: RawUnreadCounts? = nil,
    summary: RawRoomSummary? = nil, dropped: Int = 0
  ) {
    self.timeline = timeline
    self.state = state
    self.accountData = accountData
    self.ephemeral = ephemeral
    self.unread = unread
    self.summary = summary
    self.dropped = dropped
  }

  enum Keys: String, CodingKey {
    case timeline, state, ephemeral, summary
    case accountData = "account_data"
    case unread = "unread_notifications"
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    timeline = reader.value(.timeline)
    state = reader.events(in: .state)
    accountData = reader.events(in: .accountData)
    ephemeral = reader.events(in: .ephemeral)
    unread = reader.value(.unread)
    summary = reader.value(.summary)
    dropped =
      reader.dropped + (timeline?.dropped ?? 0) + (unread?.dropped ?? 0) + (summary?.dropped ?? 0)
  }
}

/// What a sync brings for a room that the account was invited to.
package struct RawInvitedRoom: Decodable, Sendable {
  package let state: [RawBareEvent]
  package let dropped: Int

  package init(state: [RawBareEvent], dropped: Int = 0) {
    self.state = state
    self.dropped = dropped
  }

  enum Keys: String, CodingKey { case state = "invite_state" }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    state = reader.events(in: .state)
    dropped = reader.dropped
  }
}

/// What a sync brings for a room that the account left or was removed from.
package struct RawLeftRoom: Decodable, Sendable {
  package let timeline: RawTimeline?
  package let state: [RawEvent]
  package let dropped: Int

  package init(timeline: RawTimeline? = nil, state: [RawEvent] = [], dropped: Int = 0) {
    self.timeline = timeline
    self.state = state
    self.dropped = dropped
  }

  enum Keys: String, CodingKey { case timeline, state }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    timeline = reader.value(.timeline)
    state = reader.events(in: .state)
    dropped = reader.dropped + (timeline?.dropped ?? 0)
  }
}

/// The newest events of a room, oldest first.
package struct RawTimeline: Decodable, Sendable {
  package let events: [RawEvent]
  /// True when events between the last sync and the first of `events` were left out.
  package let isLimited: Bool
  /// The token from which older events can be asked for.
  package let previousBatch: String?
  package let dropped: Int

  package init(
    events: [RawEvent], isLimited: Bool = false, previousBatch: String? = nil, dropped: Int = 0
  ) {
    self.events = events
    self.isLimited = isLimited
    self.previousBatch = previousBatch
    self.dropped = dropped
  }

  enum Keys: String, CodingKey {
    case events
    case isLimited = "limited"
    case previousBatch = "prev_batch"
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    events = reader.list(.events)
    isLimited = reader.value(.isLimited) ?? false
    previousBatch = reader.value(.previousBatch)
    dropped = reader.dropped
  }
}

/// How many unread events of a room ask for attention.
package struct RawUnreadCounts: Decodable, Hashable, Sendable {
  package let notifications: Int?
  package let highlights: Int?
  package let dropped: Int

  package init(notifications: Int?, highlights: Int?, dropped: Int = 0) {
    self.notifications = notifications
    self.highlights = highlights
    self.dropped = dropped
  }

  enum Keys: String, CodingKey {
    case notifications = "notification_count"
    case highlights = "highlight_count"
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    notifications = reader.value(.notifications)
    highlights = reader.value(.highlights)
    dropped = reader.dropped
  }
}

/// Counts of a room's members and whom to name it after; what is absent did not change.
package struct RawRoomSummary: Decodable, Hashable, Sendable {
  package let heroes: [String]?
  package let joinedCount: Int?
  package let invitedCount: Int?
  package let dropped: Int

  package init(
    heroes: [String]? = nil, joinedCount: Int? = nil, invitedCount: Int? = nil, dropped: Int = 0
  ) {
    self.heroes = heroes
    self.joinedCount = joinedCount
    self.invitedCount = invitedCount
    self.dropped = dropped
  }

  enum Keys: String, CodingKey {
    case heroes = "m.heroes"
    case joinedCount = "m.joined_member_count"
    case invitedCount = "m.invited_member_count"
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    let list: LenientList<String>? = reader.value(.heroes)
    heroes = list?.elements
    joinedCount = reader.value(.joinedCount)
    invitedCount = reader.value(.invitedCount)
    dropped = reader.dropped + (list?.dropped ?? 0)
  }
}
