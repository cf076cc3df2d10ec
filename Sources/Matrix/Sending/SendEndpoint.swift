import Controllers
import MatrixWire
import ModelKit
import Models

extension Endpoint where Response == RawSendResponse {
  /// Sends a text message.
  ///
  /// The server ignores a transaction that it already knows.
  static func send(_ text: String, to room: RoomID, _ transaction: TransactionID) -> Endpoint {
    Endpoint(
      .send, .put,
      path: .client(
        "rooms", room.rawValue, "send", EventType.message, transaction.rawValue),
      body: .object(["msgtype": .string("m.text"), "body": .string(text)]),
      waitsWhenLimited: false)
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
