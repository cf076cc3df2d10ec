import MatrixWire
import ModelKit
import Models

/// The events to which an entry refers: those that the server does not have yet are named by their
/// transactions.
extension OutboxEntry {
  private static let places: [[String]] = [
    ["m.relates_to", "event_id"], ["m.relates_to", "m.in_reply_to", "event_id"],
  ]

  private var places: [[String]] {
    type == EventType.redaction ? [["redacts"]] : Self.places
  }

  /// The events to which the entry refers and whose ids are not known yet.
  var pendingTargets: [Message.ID] {
    places.compactMap { content[path: $0[...]]?.string }
      .filter { EventID($0) == nil }.compactMap { Message.ID($0) }
  }

  /// The same entry once the id of one of these events is known.
  func naming(_ event: EventID, of target: Message.ID) -> OutboxEntry {
    with { entry in
      for place in places where content[path: place[...]]?.string == target.rawValue {
        entry.content[path: place[...]] = .string(event.rawValue)
      }
    }
  }
}

extension JSONObject {
  /// The value at a path of keys; a path that leads through something else than objects has none, and
  /// setting it changes nothing.
  fileprivate subscript(path path: ArraySlice<String>) -> JSONValue? {
    get {
      guard let key = path.first, let value = self[key] else { return nil }
      return path.count == 1 ? value : value.object?[path: path.dropFirst()]
    }
    set {
      guard let key = path.first else { return }
      if path.count == 1 {
        self[key] = newValue
      } else if var inner = self[key]?.object {
        inner[path: path.dropFirst()] = newValue
        self[key] = .object(inner)
      }
    }
  }
}
