import ModelKit

/// An event as it is stored, with its position in the order of all changes on this server.
struct StoredEvent: Sendable {
  /// Unique on this server, and higher for later events.
  let position: Int64
  let id: EventID
  let room: RoomID
  let sender: UserID
  let type: String
  /// Present only for state events.
  let stateKey: String?
  /// Milliseconds since 1970.
  let timestamp: Int64
  /// The event as JSON without `room_id`, `unsigned` and the closing brace, so that the server can
  /// append these without decoding the event.
  var head: [UInt8]
  /// The transaction that sent it; only the sending device gets its id.
  let transaction: Transaction?
  /// The redaction that removed its content.
  var redactedBy: EventID?
  /// Whether it counts as unread.
  var notifies = false

  /// The approximate size in a response, in bytes.
  var size: Int { head.count + 256 }

  struct Transaction: Sendable, Hashable {
    let user: UserID
    let device: DeviceID
    let id: String
  }
}

/// An event before it is checked and stored.
struct EventDraft: Sendable {
  var room: RoomID
  var sender: UserID
  var type: String
  var stateKey: String?
  var content: JSONObject
  /// The event that a redaction removes; old clients expect it beside the content.
  var redacts: EventID?
  var transaction: StoredEvent.Transaction?
}
