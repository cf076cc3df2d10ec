import Controllers
import MatrixWire
import ModelKit
import Models

/// Requests the messages that others quote and that the store does not have, one at a time.
///
/// Only what the timeline shows is quoted, so that a chain of replies costs one request a line. The
/// bound on each room stops a sender of replies to ever more unknown events.
actor ReplyLoader {
  private static let mostPerRoom = 500

  private let network: MatrixNetworkController
  private let store: AccountStore
  private var asked: [RoomID: Set<EventID>] = [:]
  private let requests = RequestQueue()
  /// How many requests are waiting or running.
  var waitingCount: Int { get async { await requests.count } }

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  func cancel() async { await requests.cancel() }

  /// Requests what a timeline lacks, each event once.
  func load(_ events: [EventID], in room: RoomID) async {
    for event in events where asked[room, default: []].count < Self.mostPerRoom {
      guard asked[room, default: []].insert(event).inserted else { continue }
      await requests.add { [weak self] in await self?.load(event, in: room) }
    }
  }

  private func load(_ event: EventID, in room: RoomID) async {
    do throws(RequestError) {
      let raw = try await network.request(.event(event, in: room))
      try await store.change { try $0.addQuoted(raw, as: event, to: room, $1) }
    } catch {
      if error.isTransient {
        // The next change of the timeline asks again, such as the sync after a lost connection.
        asked[room]?.remove(event)
      } else {
        try? await store.change { contents, _ in contents.noteMissing(event, in: room) }
      }
    }
  }
}

extension Timeline {
  /// The quoted messages that are not known.
  var unknownQuotes: [EventID] {
    messages.reversed().compactMap { message in
      guard let reply = message.reply, reply.quote == .loading else { return nil }
      return EventID(reply.target.rawValue)
    }
  }
}

extension Endpoint where Response == RawEvent {
  /// One event.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/rooms/{roomId}/event/{eventId}`.
  static func event(_ event: EventID, in room: RoomID) -> Endpoint {
    Endpoint(.loadTimeline, path: .client("rooms", room.rawValue, "event", event.rawValue))
  }
}
