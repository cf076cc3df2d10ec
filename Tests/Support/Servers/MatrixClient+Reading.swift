import Foundation

extension MatrixClient {
  /// Tells a room that the account has read up to an event.
  package func read(_ event: String, in room: String) throws {
    let path = "v3/rooms/\(room.escapedForPath)/receipt/m.read/\(event.escapedForPath)"
    try call("POST", path, ["thread_id": "main"])
  }

  /// The events up to which a person has read, as far as a first sync tells this account.
  package func receipts(of user: String, in room: String) throws -> Set<String> {
    let response = try call("GET", "v3/sync?timeout=0")
    let joined = (response["rooms"] as? [String: Any])?["join"] as? [String: Any]
    let ephemeral = (joined?[room] as? [String: Any])?["ephemeral"] as? [String: Any]
    let events = ephemeral?["events"] as? [[String: Any]] ?? []
    let content = events.last { $0["type"] as? String == "m.receipt" }?["content"]
    let readers = content as? [String: [String: [String: Any]]] ?? [:]
    return Set(readers.filter { $0.value.values.contains { $0[user] != nil } }.keys)
  }

  /// Whether the account has marked a room as unread.
  package func hasMarked(_ room: String) throws -> Bool {
    let path = "v3/user/\(userID.escapedForPath)/rooms/\(room.escapedForPath)/account_data/"
    return try call("GET", path + "m.marked_unread")["unread"] as? Bool ?? false
  }

  /// The names of the account's tags of a room.
  package func tags(of room: String) throws -> Set<String> {
    let path = "v3/user/\(userID.escapedForPath)/rooms/\(room.escapedForPath)/tags"
    let tags = try call("GET", path)["tags"] as? [String: Any]
    return Set((tags ?? [:]).keys)
  }

  /// The ids of the account's own push rules of a kind.
  package func pushRules(_ kind: String) throws -> [String] {
    let rules = try call("GET", "v3/pushrules/")["global"] as? [String: Any]
    let list = rules?[kind] as? [[String: Any]] ?? []
    return list.compactMap { $0["rule_id"] as? String }.filter { !$0.hasPrefix(".") }
  }
}
