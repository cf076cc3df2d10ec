import Foundation
import GRDB
import ModelKit

/// Removes the content of redacted events, also from the database file.
struct EventRedactor {
  let database: Database

  /// Redacts an event; a second redaction changes nothing.
  ///
  /// - Returns: The changed room.
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
    // Below zero it counts for nobody, but still tells how far its sender has read.
    try database.run(
      "UPDATE events SET head = ?, notifies = -notifies, redacted_by = ? WHERE position = ?",
      [Data(head), redaction.id, target.position])
    try forget(target, content)
    guard let key = target.stateKey, room[target.type, key]?.event == target.id else { return room }
    var room = room
    room.set(target, key, left)
    return room
  }

  /// Removes the relation of the event, and whom it concerned.
  ///
  /// In which thread it was stays, because it tells how far its sender has read there; nobody is told.
  private func forget(_ target: StoredEvent, _ content: JSONObject) throws {
    if let relation = EventRelation(content), relation.kind != EventRelation.thread {
      try database.run(
        "DELETE FROM relations WHERE parent = ? AND kind = ? AND child = ?",
        [relation.parent, relation.kind, target.position])
    }
    for table in ["mentions", "push_marks"] {
      try database.run("DELETE FROM \(table) WHERE position = ?", [target.position])
    }
  }
}

extension RoomSnapshot {
  /// Sets a state event with its present content.
  mutating func set(_ event: StoredEvent, _ key: String, _ content: JSONObject) {
    set(
      StateKey(event.type, key),
      StateEntry(event: event.id, sender: event.sender, content: JSONSlice(.object(content))))
  }
}
