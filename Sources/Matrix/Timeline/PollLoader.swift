import Controllers
import MatrixWire
import ModelKit
import Models

/// Requests the votes of polls that lie in gaps of the history, for one poll at a time.
///
/// The bound on each room stops a sender of ever more polls, and the one on pages a sender of ever more
/// votes.
actor PollLoader {
  private static let mostPerRoom = 100
  private static let mostPages = 20

  private let network: MatrixNetworkController
  private let store: AccountStore
  /// The polls with the newest chunk at the time of the request.
  private var asked: [RoomID: [EventID: Int64]] = [:]
  private let requests = RequestQueue()

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  func cancel() async { await requests.cancel() }

  /// Requests the votes of polls that may miss some, again after each new gap.
  func load(_ polls: [EventID], in room: RoomID) async {
    guard let chunk = try? await store.read({ try $0.newestChunk(of: room, $1) }) else { return }
    for poll in polls where asked[room]?[poll] != chunk {
      guard asked[room, default: [:]].count < Self.mostPerRoom || asked[room]?[poll] != nil else {
        break
      }
      asked[room, default: [:]][poll] = chunk
      await requests.add { [weak self] in await self?.load(poll, in: room) }
    }
  }

  private func load(_ poll: EventID, in room: RoomID) async {
    do throws(RequestError) {
      try await loadVotes(of: poll, in: room)
    } catch {
      // The next change of the timeline asks again, such as the sync after a lost connection.
      if error.isTransient { asked[room]?[poll] = nil }
    }
  }

  private func loadVotes(of poll: EventID, in room: RoomID) async throws(RequestError) {
    let chunk = asked[room]?[poll]
    var token: String?
    for _ in 0..<Self.mostPages {
      let response = try await network.request(.references(to: poll, in: room, from: token))
      let next = response.value.next.flatMap { $0 == token ? nil : $0 }
      try await store.change { contents, tables in
        contents.report(response.issues)
        return try contents.addVotes(
          response.value.chunk, of: poll, in: room, upTo: next == nil ? chunk : nil, tables)
      }
      guard let next else { return }
      token = next
    }
  }
}

extension Timeline {
  /// The polls of which votes may be missing.
  var uncountedPolls: [EventID] {
    messages.compactMap { $0.votes?.isComplete == false ? $0.eventID : nil }
  }
}

extension Endpoint where Response == LenientResponse<RawEventPage> {
  /// The events that refer to another one, newest first.
  ///
  /// Source: Matrix client-server API,
  /// `GET /_matrix/client/v1/rooms/{roomId}/relations/{eventId}/{relType}`.
  fileprivate static func references(
    to event: EventID, in room: RoomID, from token: String?
  ) -> Endpoint {
    var query = [(name: "dir", value: "b"), (name: "limit", value: "100")]
    if let token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline,
      path: [
        "_matrix", "client", "v1", "rooms", room.rawValue, "relations", event.rawValue,
        "m.reference",
      ], query: query, timeout: .seconds(60), isLarge: true)
  }
}
