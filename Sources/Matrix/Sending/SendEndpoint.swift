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
    if entry.type == EventType.redaction { return redact(entry) }
    let (room, transaction) = (entry.room.rawValue, entry.transaction.rawValue)
    return Endpoint(
      .send, .put, path: .client("rooms", room, "send", entry.type, transaction),
      body: .object(entry.content), waitsWhenLimited: false)
  }

  private static func redact(_ entry: OutboxEntry) -> Endpoint {
    let (room, transaction) = (entry.room.rawValue, entry.transaction.rawValue)
    var content = entry.content
    let target = content["redacts"]?.string ?? ""
    content["redacts"] = nil
    return Endpoint(
      .send, .put, path: .client("rooms", room, "redact", target, transaction),
      body: .object(content), waitsWhenLimited: false)
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
