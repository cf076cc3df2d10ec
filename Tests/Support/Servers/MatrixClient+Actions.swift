import Foundation

extension MatrixClient {
  /// Resolves a room alias to a room ID.
  package func roomID(of alias: String) throws -> String {
    try text("room_id", in: call("GET", "v3/directory/room/\(alias.escapedForPath)"))
  }

  /// Creates a room with `/createRoom` options.
  package func createRoom(_ options: [String: Any] = ["preset": "public_chat"]) throws -> String {
    try text("room_id", in: call("POST", "v3/createRoom", options))
  }

  /// Creates a direct chat and records it in the account data.
  package func createDirectChat(with other: String) throws -> String {
    let room = try createRoom([
      "preset": "trusted_private_chat", "is_direct": true, "invite": [other],
    ])
    let path = "v3/user/\(userID.escapedForPath)/account_data/m.direct"
    var chats: [String: Any] = [:]
    do {
      chats = try call("GET", path)
    } catch let failure as Failure where failure.status == 404 {
      // This is the account's first direct chat.
    }
    chats[other] = (chats[other] as? [String] ?? []) + [room]
    try call("PUT", path, chats)
    return room
  }

  /// Joins a room by ID or alias.
  package func join(_ room: String) throws {
    try call("POST", "v3/join/\(room.escapedForPath)")
  }

  /// Invites someone.
  package func invite(_ other: String, to room: String) throws {
    try call("POST", "v3/rooms/\(room.escapedForPath)/invite", ["user_id": other])
  }

  /// Leaves a room.
  package func leave(_ room: String) throws {
    try call("POST", "v3/rooms/\(room.escapedForPath)/leave")
  }

  /// Sends a text message and returns its event ID.
  @discardableResult
  package func send(_ text: String, to room: String) throws -> String {
    try send(["msgtype": "m.text", "body": text], to: room)
  }

  /// Sends an event with any content and returns its ID.
  @discardableResult
  package func send(
    _ content: [String: Any], type: String = "m.room.message", to room: String
  ) throws -> String {
    let transaction = UUID().uuidString
    let path = "v3/rooms/\(room.escapedForPath)/send/\(type.escapedForPath)/\(transaction)"
    return try self.text("event_id", in: call("PUT", path, content))
  }

  /// Sets a state event.
  package func setState(_ type: String, key: String = "", _ content: [String: Any], in room: String)
    throws
  {
    let path = "v3/rooms/\(room.escapedForPath)/state/\(type.escapedForPath)/\(key.escapedForPath)"
    try call("PUT", path, content)
  }

  /// Changes this account's display name.
  package func setDisplayName(_ name: String) throws {
    try call("PUT", "v3/profile/\(userID.escapedForPath)/displayname", ["displayname": name])
  }

  /// The latest messages of a room, oldest first.
  package func messages(in room: String, limit: Int = 100) throws -> [Message] {
    let path = "v3/rooms/\(room.escapedForPath)/messages?dir=b&limit=\(limit)"
    let events = try call("GET", path)["chunk"] as? [[String: Any]] ?? []
    return events.reversed().compactMap { event in
      guard event["type"] as? String == "m.room.message",
        let content = event["content"] as? [String: Any], let body = content["body"] as? String,
        let id = event["event_id"] as? String, let sender = event["sender"] as? String
      else { return nil }
      return Message(eventID: id, sender: sender, body: body)
    }
  }

  /// Counts how often a text occurs among a room's latest messages.
  package func count(of text: String, in room: String) throws -> Int {
    try messages(in: room).count { $0.body == text }
  }

  /// The display name that the server reports for a user.
  package func displayName(of user: String) throws -> String {
    try text("displayname", in: call("GET", "v3/profile/\(user.escapedForPath)"))
  }

  /// The address of a user's picture; nil without one.
  package func avatar(of user: String) throws -> String? {
    try call("GET", "v3/profile/\(user.escapedForPath)")["avatar_url"] as? String
  }

  private func text(_ key: String, in response: [String: Any]) throws -> String {
    guard let value = response[key] as? String else {
      throw Failure(operation: "read \(key)", status: 200, code: "")
    }
    return value
  }
}
