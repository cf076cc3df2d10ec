import MatrixWire
import ModelKit

/// The presets of new rooms.
///
/// Source: Matrix client-server API, `POST /createRoom`.
enum RoomPreset: String, Sendable, CaseIterable {
  case privateChat = "private_chat"
  case trustedPrivateChat = "trusted_private_chat"
  case publicChat = "public_chat"

  /// Whether users in `invite` get the creator's power level.
  var trustsInvited: Bool { self == .trustedPrivateChat }

  /// The state that precedes the initial state of the request.
  var state: [(type: String, content: JSONObject)] {
    let isPublic = self == .publicChat
    return [
      (EventType.joinRules, ["join_rule": isPublic ? "public" : "invite"]),
      (EventType.historyVisibility, ["history_visibility": "shared"]),
      (EventType.guestAccess, ["guest_access": isPublic ? "forbidden" : "can_join"]),
    ]
  }
}
