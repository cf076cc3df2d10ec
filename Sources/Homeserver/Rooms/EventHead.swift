import ModelKit

/// Encodes events for the database.
enum EventHead {
  /// The event without `room_id`, `unsigned` and the closing brace.
  static func encode(
    id: EventID, type: String, sender: UserID, timestamp: Int64, stateKey: String?,
    content: JSONObject, redacts: EventID? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(512)
    writer.beginObject()
    writer.member("event_id", id.rawValue)
    writer.member("type", type)
    writer.member("sender", sender.rawValue)
    writer.member("origin_server_ts", timestamp)
    if let stateKey { writer.member("state_key", stateKey) }
    if let redacts { writer.member("redacts", redacts.rawValue) }
    writer.key("content")
    writer.value(.object(content))
    return writer.finish()
  }

  /// The size of the whole event with this head.
  static func size(of head: [UInt8], in room: RoomID) -> Int {
    head.count + room.rawValue.utf8.count + #","room_id":""}"#.utf8.count
  }
}
