package import Controllers
import ModelKit
package import Models
package import Signals

extension MatrixRoomsController {
  package func report(_ room: RoomID, reason: String) -> Signal<Void, RequestError> {
    network.signal(.report(room, reason: reason))
  }
}

extension Endpoint where Response == Void {
  /// Source: Matrix client-server API, `POST /_matrix/client/v3/rooms/{roomId}/report`.
  fileprivate static func report(_ room: RoomID, reason: String) -> Endpoint {
    Endpoint(
      .report, .post, path: .client("rooms", room.rawValue, "report"),
      body: ["reason": .string(reason)])
  }
}
