package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Vends room histories from an account's store and loads older pages; any thread may call.
package final class MatrixTimelineController: TimelineController {
  let network: MatrixNetworkController
  let store: AccountStore
  private let loader: PageLoader
  let replies: ReplyLoader

  /// Makes a controller; sends nothing yet.
  package init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
    loader = PageLoader(network: network, store: store)
    replies = ReplyLoader(network: network, store: store)
  }

  deinit {
    Task { [loader, replies] in
      await loader.cancelAll()
      await replies.cancel()
    }
  }

  /// How many quoted messages are being requested.
  var waitingQuoteCount: Int { get async { await replies.waitingCount } }

  package func timeline(
    of room: RoomID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    places.flatMap(.latest) { [store] place in store.watch(.timeline(of: room, at: place)) }
      .on(value: { [replies] timeline in
        let unknown = timeline.unknownQuotes
        if !unknown.isEmpty { Task { await replies.load(unknown, in: room) } }
      })
  }

  package func loadOlder(
    in room: RoomID, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    .from { [loader] () async throws(RequestError) in
      try await loader.load(room, before: message)
    }
  }

  package func loadMessages(
    around message: Message.ID, in room: RoomID
  ) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let event = EventID(message.rawValue),
        try await store.read({ try $0.lacksPlace(event, in: room, $1) })
      else { return }
      let response = try await network.request(.context(of: event, in: room))
      guard let excerpt = HistoryExcerpt(response, around: event) else { return }
      try await store.change { try $0.add(excerpt, to: room, $1) }
    }
  }
}

extension Endpoint where Response == LenientResponse<RawContextResponse> {
  /// The events around one of them.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/rooms/{roomId}/context/{eventId}`.
  static func context(of event: EventID, in room: RoomID) -> Endpoint {
    Endpoint(
      .loadTimeline, path: .client("rooms", room.rawValue, "context", event.rawValue),
      query: [
        (name: "limit", value: "50"),
        (name: "filter", value: JSONValue.object(["lazy_load_members": true]).text),
      ], timeout: .seconds(60), isLarge: true)
  }
}
