import Controllers
import MatrixWire
import ModelKit
import Models

extension Endpoint where Response == RawSendResponse {
  /// Sends an event whose targets the server has.
  ///
  /// The server ignores a transaction that it already knows. Source: Matrix client-server API, "Sending
  /// events to a room" and "Redactions".
  static func send(_ entry: OutboxEntry) -> Endpoint {
    let (room, transaction) = (entry.room.rawValue, entry.transaction.rawValue)
    var content = entry.content
    var path: [String] = .client("rooms", room, "send", entry.type, transaction)
    if entry.type == EventType.redaction {
      path = .client("rooms", room, "redact", content["redacts"]?.string ?? "", transaction)
      content["redacts"] = nil
    }
    return Endpoint(.send, .put, path: path, body: .object(content), waitsWhenLimited: false)
  }
}

extension MatrixNetworkController {
  /// Whether the server reports a room as encrypted.
  func isEncrypted(_ room: RoomID) async throws(RequestError) -> Bool {
    do throws(RequestError) {
      _ = try await request(
        Endpoint<JSONValue>(
          .send, path: .client("rooms", room.rawValue, "state", EventType.encryption, ""),
          waitsWhenLimited: false))
      return true
    } catch {
      if error.status == 404 { return false }
      throw error
    }
  }
}
