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
  private var queue: [(room: RoomID, event: EventID)] = []
  /// How many requests are waiting or running.
  var waitingCount: Int { queue.count + (work == nil ? 0 : 1) }
  private var work: Task<Void, Never>?

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  func cancel() {
    queue = []
    work?.cancel()
  }

  /// Requests what a timeline lacks, each event once.
  func load(_ events: [EventID], in room: RoomID) {
    for event in events where asked[room, default: []].count < Self.mostPerRoom {
      if asked[room, default: []].insert(event).inserted { queue.append((room, event)) }
    }
    guard work == nil, !queue.isEmpty else { return }
    work = Task { [weak self] in
      while !Task.isCancelled, await self?.loadNext() == true {}
      await self?.rest()
    }
  }

  private func rest() { work = nil }

  /// False when nothing waits.
  private func loadNext() async -> Bool {
    guard !queue.isEmpty else { return false }
    let (room, event) = queue.removeFirst()
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
    return true
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
