import MatrixPush
import ModelKit

/// The users that an event mentions by the predefined push rules.
///
/// Source: Matrix client-server API, "User and room mentions".
struct EventMentions: Sendable, Hashable {
  /// The value in the `mentions` table that stands for the whole room.
  static let everybody = ""

  /// The members besides the sender.
  private(set) var users: Set<UserID> = []
  private(set) var isForRoom = false

  init(isForRoom: Bool) { self.isForRoom = isForRoom }

  /// Reads `m.mentions`, without which members are looked for by their names; notices mention nobody.
  init(_ content: JSONObject, by sender: UserID, in room: RoomSnapshot, _ powers: RoomPowers) {
    guard content["msgtype"]?.string != "m.notice" else { return }
    if let mentions = content["m.mentions"] {
      let list = mentions["user_ids"]?.array ?? []
      users = Set(list.compactMap { $0.string.flatMap(UserID.init) })
        .filter { room.membership(of: $0) == .join }
      isForRoom = mentions["room"]?.boolean ?? false
    } else if let body = content["body"]?.string {
      let text = FoldedText(body)
      users = Set(
        room.joinedMembers.filter { user in
          let names = [room.names[user] ?? "", String(user.localpart)]
          return names.contains { !$0.isEmpty && text.contains(word: FoldedText($0)) }
        })
      isForRoom = text.contains(word: FoldedText("@room"))
    }
    users.remove(sender)
    isForRoom = isForRoom && powers.canNotify(sender)
  }
}
