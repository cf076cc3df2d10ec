package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

extension MatrixTimelineController {
  package func report(
    _ event: EventID, in room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.report(event, in: room, reason: reason))
    }
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/rooms/{roomId}/report/{eventId}`.
  fileprivate static func report(_ event: EventID, in room: RoomID, reason: String) -> Endpoint {
    Endpoint(
      .report, .post, path: .client("rooms", room.rawValue, "report", event.rawValue),
      body: ["reason": .string(reason)])
  }
}
