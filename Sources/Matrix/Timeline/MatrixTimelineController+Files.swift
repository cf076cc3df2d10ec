package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixTimelineController {
  package func files(
    in room: RoomID, after token: String?
  ) -> Signal<MessagePage, RequestError> {
    .from { [network, store] () async throws(RequestError) -> MessagePage in
      let response = try await network.request(.files(room, after: token)).value
      return try await store.read { try $0.files(response, in: room, $1) }
    }
  }
}

extension StoreContents {
  /// The messages of a response that have files.
  fileprivate func files(
    _ response: RawMessagesResponse, in id: RoomID, _ tables: AccountTables
  ) throws -> MessagePage {
    guard let room = rooms[id] else { return MessagePage(messages: [], next: nil) }
    let (shown, around) = (try value(of: room, tables), surroundings(tables))
    let messages = try response.chunk.compactMap { raw -> FoundMessage? in
      guard let line = StoredEvent(raw)?.line, line.hasFile else { return nil }
      let message = Message(
        id: Message.ID(line.eventID), roomID: id, sender: line.sender, timestamp: line.timestamp,
        content: line.content, eventID: line.eventID)
      return FoundMessage(
        room: shown, message: message, sender: try around.user(message.sender, in: room))
    }
    return MessagePage(messages: messages, next: response.end)
  }
}

extension Line {
  fileprivate var hasFile: Bool {
    switch content {
    case .image, .file: true
    default: false
    }
  }
}

extension Endpoint where Response == LenientResponse<RawMessagesResponse> {
  /// A page of a room's messages with files, newest first.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/rooms/{roomId}/messages`, and
  /// "Filtering" for `contains_url`.
  fileprivate static func files(_ room: RoomID, after token: String?) -> Endpoint {
    let filter: JSONObject = ["types": ["m.room.message"], "contains_url": true]
    var query = [
      (name: "dir", value: "b"), (name: "limit", value: "50"),
      (name: "filter", value: JSONValue.object(filter).text),
    ]
    if let token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline, path: .client("rooms", room.rawValue, "messages"), query: query,
      timeout: .seconds(60), isLarge: true)
  }
}
