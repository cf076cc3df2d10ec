package import Controllers
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Replacing a room by one with the rules of another version.
extension MatrixRoomsController {
  package func roomVersions() -> Signal<RoomVersions, RequestError> {
    .from { [network] () async throws(RequestError) -> RoomVersions in
      let answer = try await network.request(.capabilities)
      let versions = answer["capabilities"]?["m.room_versions"]
      let available = (versions?["available"]?.object ?? [:]).prefix(Limits.roomVersions)
      // What a server without this capability does is not known better.
      let usual = versions?["default"]?.string.flatMap(Self.version) ?? "1"
      let known = available.compactMap { offer in
        Self.version(offer.key).map { ($0, offer.value.string == "stable") }
      }
      return RoomVersions(
        usual: usual, areStable: Dictionary(known) { first, _ in first })
    }
  }

  package func upgrade(_ room: RoomID, to version: String) -> Signal<RoomID, RequestError> {
    .from { [network, store] () async throws(RequestError) -> RoomID in
      let answer = try await network.request(.upgrade(room, to: version))
      guard let id = answer["replacement_room"]?.string.flatMap({ RoomID($0) }) else {
        throw RequestError(
          operation: .changeRoom, reason: .malformedResponse(path: "$.replacement_room"))
      }
      // The new room can be used meanwhile.
      Task { await RoomMove(network: network, store: store).run(from: room, to: id) }
      return id
    }
  }

  /// Source: Matrix specification, "Room versions", which limits their names.
  private static func version(_ text: String) -> String? {
    let isPlain = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "." || $0 == "-"
    }
    return isPlain && (1...32).contains(text.utf8.count) ? text : nil
  }
}

extension Endpoint where Response == JSONValue {
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/capabilities`.
  fileprivate static var capabilities: Endpoint {
    Endpoint(.fetchSettings, path: .client("capabilities"))
  }

  /// Source: Matrix client-server API, `POST /_matrix/client/v3/rooms/{roomId}/upgrade`.
  fileprivate static func upgrade(_ room: RoomID, to version: String) -> Endpoint {
    Endpoint(
      .changeRoom, .post, path: .client("rooms", room.rawValue, "upgrade"),
      body: .object(["new_version": .string(version)]), timeout: .seconds(60))
  }
}
