import MatrixWire

/// A part of a response that is applied in one transaction.
struct SyncPart {
  /// How many events one transaction takes: it delays a room that is opened meanwhile.
  static let mostEvents = 500

  var rooms: [RoomNews] = []
  private var eventCount = 0

  /// Splits a response; there is at least one part.
  ///
  /// Of a room with very many events, later parts continue the history that earlier ones began.
  static func parts(of news: SyncNews) -> [SyncPart] {
    var parts = [SyncPart()]
    for piece in news.rooms.flatMap(\.pieces) {
      let count = piece.eventCount
      if parts[parts.count - 1].eventCount + count > mostEvents { parts.append(SyncPart()) }
      parts[parts.count - 1].rooms.append(piece)
      parts[parts.count - 1].eventCount += count
    }
    return parts
  }
}

extension RoomNews {
  /// The news with few enough events each for one transaction.
  fileprivate var pieces: [RoomNews] {
    let most = SyncPart.mostEvents
    guard case .joined(let news) = news, let timeline = news.room.timeline,
      timeline.events.count > most
    else { return [self] }
    return stride(from: 0, to: timeline.events.count, by: most).map { start in
      let events = Array(timeline.events[start..<min(start + most, timeline.events.count)])
      var piece = JoinedNews(
        room: RawJoinedRoom(timeline: RawTimeline(events: events, isLimited: false)),
        isGapped: false, hasCurrentState: news.hasCurrentState)
      if start == 0 {
        piece = news
        piece.room = RawJoinedRoom(
          timeline: RawTimeline(
            events: events, isLimited: timeline.isLimited, previousBatch: timeline.previousBatch),
          state: news.room.state, accountData: news.room.accountData,
          ephemeral: news.room.ephemeral, unread: news.room.unread, summary: news.room.summary)
      }
      return RoomNews(id: id, news: .joined(piece))
    }
  }

  fileprivate var eventCount: Int {
    switch news {
    case .joined(let news): 1 + news.room.state.count + (news.room.timeline?.events.count ?? 0)
    case .invited(let room): 1 + room.state.count
    case .left(let room): 1 + room.state.count
    case .markers: 1
    }
  }
}
