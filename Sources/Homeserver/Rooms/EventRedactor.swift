import Foundation
import GRDB
import ModelKit

/// Takes the content of an event away, from the file too.
struct EventRedactor {
  let database: Database

  /// Redacts an event; one that is redacted already keeps its redaction.
  ///
  /// - Returns: The room as it is then.
  func redact(
    _ target: StoredEvent, by redaction: StoredEvent, in room: RoomSnapshot
  ) throws -> RoomSnapshot {
    guard target.redactedBy == nil, let content = try target.content().value().object else {
      return room
    }
    let left = RedactedContent.of(content, type: target.type)
    let head = EventHead.encode(
      id: target.id, type: target.type, sender: target.sender, timestamp: target.timestamp,
      stateKey: target.stateKey, content: left)
    try database.run(
      "UPDATE events SET head = ?, notifies = 0, redacted_by = ? WHERE position = ?",
      [Data(head), redaction.id, target.position])
    try forget(target, content)
    guard let key = target.stateKey, room[target.type, key]?.event == target.id else { return room }
    var room = room
    room.set(
      StateKey(target.type, key),
      StateEntry(
        position: target.position, event: target.id, sender: target.sender,
        timestamp: target.timestamp, content: JSONSlice(.object(left))),
      membership: left["membership"]?.string.flatMap(Membership.init))
    return room
  }

  /// Removes what the event said of others and whom it wanted to reach.
  private func forget(_ target: StoredEvent, _ content: JSONObject) throws {
    if let relation = EventRelation(content) {
      try database.run(
        "DELETE FROM relations WHERE parent = ? AND kind = ? AND child = ?",
        [relation.parent, relation.kind, target.position])
    }
    let users = EventMentions(content).users.map(\.rawValue) + [EventMentions.everybody]
    for user in users {
      try database.run(
        "DELETE FROM mentions WHERE room = ? AND user = ? AND position = ?",
        [target.room, user, target.position])
    }
  }
}
