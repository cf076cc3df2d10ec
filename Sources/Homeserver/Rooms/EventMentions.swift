import ModelKit

/// The users that an event mentions.
///
/// Source: Matrix client-server API, "User and room mentions".
struct EventMentions: Sendable, Hashable {
  /// The value in the `mentions` table that stands for the whole room.
  static let everybody = ""

  let users: Set<UserID>
  let isForRoom: Bool

  /// Reads `m.mentions`; notices mention nobody.
  init(_ content: JSONObject) {
    let mentions = content["msgtype"]?.string == "m.notice" ? nil : content["m.mentions"]
    users = Set((mentions?["user_ids"]?.array ?? []).compactMap { $0.string.flatMap(UserID.init) })
    isForRoom = mentions?["room"]?.boolean ?? false
  }

  /// The mentioned members without the sender.
  func members(besides sender: UserID, of room: RoomSnapshot) -> [UserID] {
    users.filter { $0 != sender && room.membership(of: $0) == .join }
  }
}
