package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixTimelineController {
  package func pinnedMessages(in room: RoomID) -> Signal<[PinnedMessage], Never> {
    store.watch(.pinnedMessages(of: room)).on(value: { [replies] pins in
      let unknown = pins.filter { $0.quote == .loading }.compactMap { EventID($0.id.rawValue) }
      if !unknown.isEmpty { Task { await replies.load(unknown, in: room) } }
    })
  }

  package func setPinned(
    _ isPinned: Bool, _ event: EventID, in room: RoomID
  ) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      // Somebody else may have changed the list since the last sync.
      var content = try await network.pins(in: room)
      let pins = content["pinned"]?.array ?? []
      let others = pins.filter { $0.string != event.rawValue }
      guard isPinned ? others.count == pins.count : others.count < pins.count else { return }
      content["pinned"] = .array(isPinned ? others + [.string(event.rawValue)] : others)
      try await network.request(.setPins(.object(content), in: room))
    }
  }
}

extension MatrixNetworkController {
  /// The room's list of pinned messages as the server has it now; empty when there is none.
  fileprivate func pins(in room: RoomID) async throws(RequestError) -> JSONObject {
    do throws(RequestError) {
      return try await request(.pins(in: room)).object ?? [:]
    } catch {
      if error.status == 404 { return [:] }
      throw error
    }
  }
}

extension Endpoint where Response == JSONValue {
  /// Source: Matrix client-server API,
  /// `GET /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}`.
  fileprivate static func pins(in room: RoomID) -> Endpoint {
    Endpoint(.pin, path: .client("rooms", room.rawValue, "state", EventType.pinnedEvents))
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API,
  /// `PUT /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}`.
  fileprivate static func setPins(_ content: JSONValue, in room: RoomID) -> Endpoint {
    Endpoint(
      .pin, .put, path: .client("rooms", room.rawValue, "state", EventType.pinnedEvents),
      body: content)
  }
}
