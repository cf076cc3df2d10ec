import MatrixWire
import ModelKit

/// The kinds of rooms that clients ask for.
///
/// Source: Matrix client-server API, `POST /createRoom`.
enum RoomPreset: String, Sendable, CaseIterable {
  case privateChat = "private_chat"
  case trustedPrivateChat = "trusted_private_chat"
  case publicChat = "public_chat"

  /// Whether those who are invited at once have as much power as who made the room.
  var trustsInvited: Bool { self == .trustedPrivateChat }

  /// The state that goes before what the request names.
  var state: [(type: String, content: JSONObject)] {
    let isPublic = self == .publicChat
    return [
      (EventName.joinRules, ["join_rule": isPublic ? "public" : "invite"]),
      (EventName.historyVisibility, ["history_visibility": "shared"]),
      (EventName.guestAccess, ["guest_access": isPublic ? "forbidden" : "can_join"]),
    ]
  }
}
