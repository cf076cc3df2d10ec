package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixTimelineController {
  /// The most edits of one message that are listed.
  private static var mostVersions: Int { 50 }

  package func versions(
    of message: Message.ID, in room: RoomID
  ) -> Signal<MessageVersions, RequestError> {
    .from { [network, store] () async throws(RequestError) -> MessageVersions in
      let original = try await store.read { contents, tables in
        try contents.rooms[room].flatMap { try tables.rawLine(of: message, in: $0.number) }
      }
      guard let original, let line = StoredEvent(original)?.line, !line.isRedacted else {
        throw RequestError(operation: .loadTimeline, reason: .refused, status: 404)
      }
      let response = try await network.request(
        .edits(of: line.eventID, in: room, limit: Self.mostVersions))
      // Only the sender may edit a line: see `AccountTables.edit(of:in:)`.
      let edits = response.value.chunk.prefix(Self.mostVersions).compactMap { StoredEvent($0) }
        .compactMap { event -> Edit? in
          guard case .edit(let edit) = event.item.item, edit.target == line.eventID,
            edit.sender == line.sender, edit.type == line.type
          else { return nil }
          return edit
        }
        .sorted { ($0.timestamp, $0.eventID.rawValue) > ($1.timestamp, $1.eventID.rawValue) }
      let versions = edits.map {
        MessageVersions.Version(timestamp: $0.timestamp, content: $0.content)
      }
      return MessageVersions(
        versions: versions + [.init(timestamp: line.timestamp, content: line.content)],
        isComplete: response.value.nextBatch == nil)
    }
  }
}

extension Endpoint where Response == LenientResponse<RawRelationsResponse> {
  /// The edits of an event, newest first.
  ///
  /// Source: Matrix client-server API,
  /// `GET /_matrix/client/v1/rooms/{roomId}/relations/{eventId}/{relType}`.
  fileprivate static func edits(of event: EventID, in room: RoomID, limit: Int) -> Endpoint {
    Endpoint(
      .loadTimeline,
      path: [
        "_matrix", "client", "v1", "rooms", room.rawValue, "relations", event.rawValue, "m.replace",
      ], query: [(name: "limit", value: "\(limit)")], isLarge: true)
  }
}
