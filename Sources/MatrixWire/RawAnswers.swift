/// The answer of `GET /rooms/{roomId}/messages`.
package struct RawMessagesAnswer: Decodable, Sendable {
  /// The events in the order of the direction asked for.
  package let chunk: [RawEvent]
  /// Where the next page begins; nil at the end of the room's history.
  package let end: String?
  /// State that belongs to the events: the members who sent them, when loaded lazily.
  package let state: [RawEvent]
  package let dropped: Int

  package init(chunk: [RawEvent], end: String?, state: [RawEvent] = [], dropped: Int = 0) {
    self.chunk = chunk
    self.end = end
    self.state = state
    self.dropped = dropped
  }

  enum Keys: String, CodingKey { case chunk, end, state }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    // Without a chunk the answer says nothing, and "no more" must not be read out of it.
    let list = try container.decode(LenientList<RawEvent>.self, forKey: .chunk)
    chunk = list.elements
    end = try container.decodeIfPresent(String.self, forKey: .end)
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    state = reader.list(.state)
    dropped = list.dropped + reader.dropped
  }
}

/// The answer of `GET /rooms/{roomId}/joined_members`.
package struct RawJoinedMembers: Decodable, Sendable {
  /// By user id.
  package let joined: [String: Member]
  package let dropped: Int

  /// What a room says of one of its members.
  package struct Member: Decodable, Hashable, Sendable {
    package let displayName: String?
    package let avatar: String?

    enum Keys: String, CodingKey {
      case displayName = "display_name"
      case avatar = "avatar_url"
    }

    package init(from decoder: any Decoder) throws {
      var reader = try LenientReader(decoder, keyedBy: Keys.self)
      displayName = reader.value(.displayName)
      avatar = reader.value(.avatar)
    }
  }

  enum Keys: String, CodingKey { case joined }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let map = try container.decode(LenientMap<Member>.self, forKey: .joined)
    joined = map.members
    dropped = map.dropped
  }
}

/// An answer that names a room: of `POST /createRoom` and `POST /join/{roomIdOrAlias}`.
package struct RawRoomAnswer: Decodable, Hashable, Sendable {
  package let roomID: String

  enum CodingKeys: String, CodingKey { case roomID = "room_id" }
}

/// The answer of `PUT /rooms/{roomId}/send/{eventType}/{txnId}`.
package struct RawSendAnswer: Decodable, Hashable, Sendable {
  /// The id of the event; nil when the server left it out.
  package let eventID: String?

  enum Keys: String, CodingKey { case eventID = "event_id" }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    eventID = reader.value(.eventID)
  }
}
