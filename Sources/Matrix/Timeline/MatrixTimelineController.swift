package import Controllers
package import Models
package import Signals

/// Vends room histories from an account's store and loads older pages; any thread may call.
package final class MatrixTimelineController: TimelineController {
  private let store: AccountStore
  private let loader: PageLoader
  private let replies: ReplyLoader

  /// Makes a controller; sends nothing yet.
  package init(network: MatrixNetworkController, store: AccountStore) {
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
}
