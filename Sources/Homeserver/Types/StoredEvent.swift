import ModelKit

/// An event of a room as it is kept, with its place in the order of all that happens here.
struct StoredEvent: Sendable {
  /// Its place; no two events of the server have the same, and later ones have higher ones.
  let position: Int64
  let id: EventID
  let room: RoomID
  let sender: UserID
  let type: String
  /// Present for state events alone.
  let stateKey: String?
  /// Milliseconds since 1970.
  let timestamp: Int64
  /// The event as JSON without `room_id` and `unsigned`, and without its last brace, so that these
  /// can be written behind it without reading it again.
  var head: [UInt8]
  /// Who sent it with which transaction id, which only that device is told.
  let transaction: Transaction?
  /// The redaction that took its content away.
  var redactedBy: EventID?
  /// Whether it counts as unread.
  var notifies = false

  /// How many bytes it takes in an answer, roughly.
  var size: Int { head.count + 256 }

  struct Transaction: Sendable, Hashable {
    let user: UserID
    let device: DeviceID
    let id: String
  }
}

/// What shall become an event.
struct EventDraft: Sendable {
  var room: RoomID
  var sender: UserID
  var type: String
  var stateKey: String?
  var content: JSONObject
  /// What a redaction removes; told beside the content too, as old clients expect it.
  var redacts: EventID?
  var transaction: StoredEvent.Transaction?
}
