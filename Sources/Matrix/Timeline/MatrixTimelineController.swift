package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Vends room histories from an account's store and loads older pages; any thread may call.
package final class MatrixTimelineController: TimelineController {
  let network: MatrixNetworkController
  let store: AccountStore
  let loader: PageLoader
  let replies: ReplyLoader
  let threads: ThreadLoader
  private let polls: PollLoader

  /// Makes a controller; sends nothing yet.
  package init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
    loader = PageLoader(network: network, store: store)
    replies = ReplyLoader(network: network, store: store)
    threads = ThreadLoader(network: network, store: store)
    polls = PollLoader(network: network, store: store)
  }

  deinit {
    Task { [loader, replies, threads, polls] in
      await polls.cancel()
      await loader.cancelAll()
      await threads.cancelAll()
      await replies.cancel()
    }
  }

  /// How many quoted messages are being requested.
  var waitingQuoteCount: Int { get async { await replies.waitingCount } }

  package func timeline(
    of room: RoomID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    places.flatMap(.latest) { [store] place in store.watch(.timeline(of: room, at: place)) }
      .on(value: { [weak self, threads] timeline in
        self?.loadMissing(in: timeline)
        Task { await threads.loadRoots(in: timeline.roomID) }
      })
  }

  package func newestMessage(of room: RoomID) -> Signal<EventID, Never> {
    store.watch(.newestMessage(of: room)).compactMap { $0 }
  }

  package func loadOlder(
    in room: RoomID, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    .from { [loader] () async throws(RequestError) in
      try await loader.load(room, before: message)
    }
  }

  package func fillGap(
    in room: RoomID, before message: Message.ID, near place: Message.ID
  ) -> Signal<Void, RequestError> {
    .from { [loader] () async throws(RequestError) in
      try await loader.fill(room, before: message, near: place)
    }
  }

  package func loadMessages(
    around message: Message.ID, in room: RoomID
  ) -> Signal<Void, RequestError> {
    .from { [network, store, loader] () async throws(RequestError) in
      guard let event = EventID(message.rawValue) else { return }
      try await Self.load(around: event, in: room, network, store)
      // What stands in a thread is shown there: pages of the room would be loaded in vain.
      if case .thread? = await Self.home(of: message, in: room, store) { return }
      try await loader.load(room, upTo: event)
    }
  }

  /// Makes an event available with some around it, unless it is, or may lie in a gap of what is known.
  static func load(
    around event: EventID, in room: RoomID, _ network: MatrixNetworkController,
    _ store: AccountStore
  ) async throws(RequestError) {
    guard try await store.read({ try $0.lacksPlace(event, in: room, $1) }) else { return }
    let response = try await network.request(.context(of: event, in: room))
    guard let excerpt = HistoryExcerpt(response, around: event) else { return }
    try await store.change { contents, tables in
      var changes = try contents.add(excerpt, to: room, tables)
      // Also where there is no room for the excerpt: the message is shown in its thread.
      if excerpt.isAboutThread {
        changes.formUnion(
          try contents.addQuoted(response.value.event, as: event, to: room, tables))
      }
      return changes
    }
  }

  /// Requests what messages of a timeline lack: what they quote, and votes.
  private func loadMissing(in timeline: Timeline) {
    let (unknown, uncounted) = (timeline.unknownQuotes, timeline.uncountedPolls)
    if !unknown.isEmpty {
      Task { [replies] in await replies.load(unknown, in: timeline.roomID) }
    }
    if !uncounted.isEmpty {
      Task { [polls] in await polls.load(uncounted, in: timeline.roomID) }
    }
  }
}

extension Endpoint where Response == LenientResponse<RawContextResponse> {
  /// The events around one of them.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/rooms/{roomId}/context/{eventId}`.
  static func context(of event: EventID, in room: RoomID, limit: Int = 50) -> Endpoint {
    Endpoint(
      .loadTimeline, path: .client("rooms", room.rawValue, "context", event.rawValue),
      query: [
        (name: "limit", value: "\(limit)"),
        (name: "filter", value: JSONValue.object(["lazy_load_members": true]).text),
      ], timeout: .seconds(60), isLarge: true)
  }
}

// MARK: - Threads

extension MatrixTimelineController {
  package func thread(
    _ thread: ThreadID, around places: Signal<TimelinePlace, Never>
  ) -> Signal<Timeline, Never> {
    places.flatMap(.latest) { [store] place in store.watch(.timeline(of: thread, at: place)) }
      .on(value: { [weak self, threads] timeline in
        self?.loadMissing(in: timeline)
        // What a gap in the room hides at the thread's end shows nowhere as a gap.
        Task { await threads.loadEnd(of: thread) }
      })
  }

  package func loadOlder(
    in thread: ThreadID, before message: Message.ID?
  ) -> Signal<Void, RequestError> {
    .from { [threads] () async throws(RequestError) in
      try await threads.load(.thread(thread, before: message))
    }
  }

  package func threads(of room: RoomID) -> Signal<Timeline, Never> {
    store.watch(.threadList(of: room))
  }

  package func loadThreads(of room: RoomID) -> Signal<Void, RequestError> {
    .from { [threads] () async throws(RequestError) in try await threads.load(.list(of: room)) }
  }
}
