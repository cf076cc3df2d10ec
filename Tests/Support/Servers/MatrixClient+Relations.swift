import Foundation

extension MatrixClient {
  /// Sends an event of any type; returns its ID.
  @discardableResult
  package func sendEvent(_ type: String, _ content: [String: Any], to room: String) throws -> String
  {
    let path = "v3/rooms/\(room.escapedForPath)/send/\(type)/\(UUID().uuidString)"
    guard let id = try call("PUT", path, content)["event_id"] as? String else {
      throw Failure(operation: "send \(type)", status: 200, code: "")
    }
    return id
  }

  /// Reacts to an event.
  package func react(_ key: String, to event: String, in room: String) throws {
    try sendEvent(
      "m.reaction",
      ["m.relates_to": ["rel_type": "m.annotation", "event_id": event, "key": key]], to: room)
  }

  /// The keys of the reactions to an event that nobody took back.
  package func reactions(to event: String, in room: String) throws -> [String] {
    try related(to: event, by: "m.annotation", in: room).compactMap { content in
      (content["m.relates_to"] as? [String: Any])?["key"] as? String
    }
  }

  /// The contents of the events that relate to another one.
  package func related(
    to event: String, by relation: String, in room: String
  ) throws -> [[String: Any]] {
    let path = "v1/rooms/\(room.escapedForPath)/relations/\(event.escapedForPath)/\(relation)"
    let events = try call("GET", path)["chunk"] as? [[String: Any]] ?? []
    return events.compactMap { $0["content"] as? [String: Any] }
  }

  /// The contents of a room's latest events of a type, newest first.
  package func latestContents(of type: String, in room: String) throws -> [[String: Any]] {
    try events(of: type, in: room).compactMap { $0["content"] as? [String: Any] }
  }

  /// A room's latest events of a type, newest first.
  package func events(of type: String, in room: String) throws -> [[String: Any]] {
    let path = "v3/rooms/\(room.escapedForPath)/messages?dir=b&limit=20"
    let events = try call("GET", path)["chunk"] as? [[String: Any]] ?? []
    return events.filter { $0["type"] as? String == type }
  }
}
