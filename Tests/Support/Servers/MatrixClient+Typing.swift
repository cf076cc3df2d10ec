import Foundation

extension MatrixClient {
  /// Where the account's next sync continues.
  package func position() throws -> String {
    try call("GET", "v3/sync?timeout=0")["next_batch"] as? String ?? ""
  }

  /// Who is writing in a room, as far as a sync says so; one that continues waits for news.
  package func typing(in room: String, after position: String? = nil) throws -> [String]? {
    let since = position.map { "&since=\($0.escapedForPath)" } ?? ""
    let response = try call("GET", "v3/sync?timeout=5000\(since)")
    let joined = (response["rooms"] as? [String: Any])?["join"] as? [String: Any]
    let ephemeral = (joined?[room] as? [String: Any])?["ephemeral"] as? [String: Any]
    let events = ephemeral?["events"] as? [[String: Any]] ?? []
    let content = events.last { $0["type"] as? String == "m.typing" }?["content"]
    return (content as? [String: Any])?["user_ids"] as? [String]
  }

  /// Tells a room that the account is writing, or no longer is.
  package func setTyping(_ isTyping: Bool, in room: String) throws {
    let path = "v3/rooms/\(room.escapedForPath)/typing/\(userID.escapedForPath)"
    try call("PUT", path, isTyping ? ["typing": true, "timeout": 30_000] : ["typing": false])
  }
}
