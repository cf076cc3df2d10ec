package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixTimelineController {
  package func readers(
    of message: Message.ID, in room: RoomID
  ) -> Signal<[MessageReader], Never> {
    store.watch(.readers(of: message, in: room))
  }

  package func reactions(
    to message: Message.ID, in room: RoomID
  ) -> Signal<MessageReactions, Never> {
    store.watch(.reactions(to: message, in: room))
  }

  package func message(
    at time: Timestamp, in room: RoomID
  ) -> Signal<Message.ID, RequestError> {
    .from { [network, store, loader] () async throws(RequestError) -> Message.ID in
      let event = try await Self.event(at: time, in: room, network)
      try await Self.load(around: event, in: room, network, store)
      try await loader.load(room, upTo: event)
      let line = try await store.read { try $0.line(near: event, in: room, $1) }
      return line ?? Message.ID(event)
    }
  }

  /// The event next to a time; after the newest one, that one.
  private static func event(
    at time: Timestamp, in room: RoomID, _ network: MatrixNetworkController
  ) async throws(RequestError) -> EventID {
    var response: RawTimestampResponse
    do throws(RequestError) {
      response = try await network.request(.event(at: time, isBackwards: false, in: room))
    } catch {
      guard error.status == 404 else { throw error }
      response = try await network.request(.event(at: time, isBackwards: true, in: room))
    }
    guard let event = EventID(response.eventID) else {
      throw RequestError(
        operation: .findDate, reason: .malformedResponse(path: "event_id"))
    }
    return event
  }
}

extension StoreContents {
  /// The first line at or after an event, or else the last one before it; nil when its place is not
  /// known.
  fileprivate func line(
    near event: EventID, in id: RoomID, _ tables: AccountTables
  ) throws -> Message.ID? {
    guard let room = rooms[id],
      let place = try tables.position(of: event, in: room.number) ?? nil
    else { return nil }
    let window = try tables.lines(of: room.number, around: place, before: 1, after: 1)
    let chunk = EventPosition.chunk(of: place)
    let near = window.lines.filter { EventPosition.chunk(of: $0.position) == chunk }
    return (near.first { $0.position >= place } ?? near.last)?.message(in: id).id
  }
}

extension Endpoint where Response == RawTimestampResponse {
  /// The event nearest to a time in one direction.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/rooms/{roomId}/timestamp_to_event`.
  fileprivate static func event(
    at time: Timestamp, isBackwards: Bool, in room: RoomID
  ) -> Endpoint {
    Endpoint(
      .findDate,
      path: ["_matrix", "client", "v1", "rooms", room.rawValue, "timestamp_to_event"],
      query: [
        (name: "ts", value: String(max(0, time.milliseconds))),
        (name: "dir", value: isBackwards ? "b" : "f"),
      ], timeout: .seconds(60))
  }
}
