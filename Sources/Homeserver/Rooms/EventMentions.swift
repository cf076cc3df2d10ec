import ModelKit

/// Whom an event wants to reach.
///
/// Source: Matrix client-server API, "User and room mentions".
struct EventMentions: Sendable, Hashable {
  /// The row that stands for everybody.
  static let everybody = ""

  let users: Set<UserID>
  let isForRoom: Bool

  /// What the content names; a notice reaches nobody.
  init(_ content: JSONObject) {
    let mentions = content["msgtype"]?.string == "m.notice" ? nil : content["m.mentions"]
    users = Set((mentions?["user_ids"]?.array ?? []).compactMap { $0.string.flatMap(UserID.init) })
    isForRoom = mentions?["room"]?.boolean ?? false
  }

  /// Who of those named is in the room; nobody reaches himself.
  func members(besides sender: UserID, of room: RoomSnapshot) -> [UserID] {
    users.filter { $0 != sender && room.membership(of: $0) == .join }
  }
}
