import MatrixWire

/// A part of a response that is applied in one transaction.
///
/// Its events are still text: those of one list at a time are in memory while it is applied.
struct SyncPart {
  /// How many events one transaction takes: it delays a room that is opened meanwhile.
  ///
  /// The beginning of a room may have twice as many, with its state.
  static let mostEvents = 500

  /// What ends with the last part of a response.
  enum End {
    /// There are rooms that the next request asks for the first time.
    case partial
    case whole
  }

  var rooms: [RoomNews] = []
  /// Nil when parts of the same response follow.
  private(set) var end: End?
  private(set) var eventCount = 0

  /// Splits a response; there is at least one part.
  ///
  /// Of a room with very many events, later parts continue what earlier ones began.
  static func parts(of news: SyncNews) -> [SyncPart] {
    var parts = [SyncPart()]
    for piece in news.rooms.lazy.flatMap(\.pieces) {
      let count = piece.eventCount
      if parts[parts.count - 1].eventCount + count > mostEvents { parts.append(SyncPart()) }
      parts[parts.count - 1].rooms.append(piece)
      parts[parts.count - 1].eventCount += count
    }
    parts[parts.count - 1].end = news.isPartial ? .partial : .whole
    return parts
  }
}

extension RoomNews {
  /// The news with few enough events each for one transaction.
  fileprivate var pieces: [RoomNews] {
    switch news {
    case .joined(let news): news.pieces.map { RoomNews(id: id, news: .joined($0)) }
    case .left(let room): room.pieces.map { RoomNews(id: id, news: .left($0)) }
    case .invited(let room):
      // An invite describes its room in about ten events; more have no use.
      [RoomNews(id: id, news: .invited(RawInvitedRoom(state: room.state.pieces.first ?? [])))]
    case .asking(let room):
      [RoomNews(id: id, news: .asking(RawKnockedRoom(state: room.state.pieces.first ?? [])))]
    case .markers: [self]
    }
  }

  fileprivate var eventCount: Int {
    switch news {
    case .joined(let news): 1 + news.room.state.count + (news.room.timeline?.events.count ?? 0)
    case .invited(let room): 1 + room.state.count
    case .asking(let room): 1 + room.state.count
    case .left(let room): 1 + room.state.count + (room.timeline?.events.count ?? 0)
    case .markers: 1
    }
  }
}

extension JoinedNews {
  fileprivate var pieces: [JoinedNews] {
    let steps = RoomStep.steps(room.state, room.timeline, hasCurrentState: hasCurrentState)
    guard steps.count > 1 else { return [self] }
    var begin = self
    begin.room = RawJoinedRoom(
      timeline: steps[0].timeline, state: steps[0].state, accountData: room.accountData,
      ephemeral: room.ephemeral, unread: room.unread, summary: room.summary)
    return [begin]
      + steps.dropFirst().map { step in
        JoinedNews(
          room: RawJoinedRoom(timeline: step.timeline, state: step.state), isGapped: false,
          hasCurrentState: hasCurrentState)
      }
  }
}

extension RawLeftRoom {
  fileprivate var pieces: [RawLeftRoom] {
    RoomStep.steps(state, timeline, hasCurrentState: false).map {
      RawLeftRoom(timeline: $0.timeline, state: $0.state)
    }
  }
}

/// What one transaction takes of a room's state and timeline.
private struct RoomStep {
  var state: RawEvents = []
  var timeline: RawTimeline?

  /// The steps in their order; there is at least one.
  ///
  /// Only the first one knows whether events are missing before the timeline. With more state than
  /// fits into it, it begins the timeline without events.
  static func steps(
    _ state: RawEvents, _ timeline: RawTimeline?, hasCurrentState: Bool
  ) -> [RoomStep] {
    let states = state.pieces.map { RoomStep(state: $0) }
    let timelines = (timeline?.events.pieces ?? []).map {
      RoomStep(timeline: RawTimeline(events: $0))
    }
    var steps = hasCurrentState ? timelines : states
    var rest = (hasCurrentState ? states : timelines)[...]
    if steps.isEmpty { steps = [RoomStep()] }
    // The two lists meet in one step, so that most rooms have no other.
    if let next = rest.popFirst() {
      if hasCurrentState {
        steps[steps.count - 1].state = next.state
      } else {
        steps[steps.count - 1].timeline = next.timeline
      }
    }
    steps += rest
    steps[0].timeline = timeline.map {
      RawTimeline(
        events: steps[0].timeline?.events ?? [], isLimited: $0.isLimited,
        previousBatch: $0.previousBatch)
    }
    return steps
  }
}
