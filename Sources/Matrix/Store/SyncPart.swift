import MatrixWire
import Models

/// A part of a sync response that is applied in one transaction.
struct SyncPart {
  /// News of one room.
  struct RoomNews {
    enum News {
      /// `isGapped`: events may be missing before these.
      case joined(RawJoinedRoom, isGapped: Bool)
      case invited(RawInvitedRoom)
      case left(RawLeftRoom)
    }

    let id: String
    let news: News
  }

  /// How many events one transaction takes: it delays a room that is opened meanwhile.
  static let mostEvents = 500

  var rooms: [RoomNews] = []
  private var eventCount = 0

  /// Splits a response; there is at least one part.
  ///
  /// Of a room with very many events, later parts continue the history that earlier ones began.
  static func parts(of response: RawSyncResponse, isInitial: Bool) -> [SyncPart] {
    var parts = [SyncPart()]
    func add(_ room: RoomNews, eventCount: Int) {
      if parts[parts.count - 1].eventCount + eventCount > mostEvents { parts.append(SyncPart()) }
      parts[parts.count - 1].rooms.append(room)
      parts[parts.count - 1].eventCount += eventCount
    }
    for (id, room) in response.joined {
      for (index, piece) in room.pieces.enumerated() {
        add(
          RoomNews(id: id, news: .joined(piece, isGapped: isInitial && index == 0)),
          eventCount: 1 + piece.state.count + (piece.timeline?.events.count ?? 0))
      }
    }
    for (id, room) in response.invited {
      add(RoomNews(id: id, news: .invited(room)), eventCount: 1 + room.state.count)
    }
    for (id, room) in response.left {
      add(RoomNews(id: id, news: .left(room)), eventCount: 1 + room.state.count)
    }
    return parts
  }
}

extension RawJoinedRoom {
  /// The room's news with few enough events each for one transaction.
  fileprivate var pieces: [RawJoinedRoom] {
    let most = SyncPart.mostEvents
    guard let timeline, timeline.events.count > most else { return [self] }
    return stride(from: 0, to: timeline.events.count, by: most).map { start in
      let events = Array(timeline.events[start..<min(start + most, timeline.events.count)])
      guard start == 0 else {
        return RawJoinedRoom(timeline: RawTimeline(events: events, isLimited: false))
      }
      return RawJoinedRoom(
        timeline: RawTimeline(
          events: events, isLimited: timeline.isLimited, previousBatch: timeline.previousBatch),
        state: state, accountData: accountData, ephemeral: ephemeral, unread: unread,
        summary: summary)
    }
  }
}
