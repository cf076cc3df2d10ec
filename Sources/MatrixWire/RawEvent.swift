/// An event of a room as a server sends it.
///
/// What a client needs of every event must be there and of the right type, else the event is
/// refused; the rest is optional, and a wrong type counts as absent.
/// Source: Matrix client-server API, "Room event format".
package struct RawEvent: Decodable, Hashable, Sendable {
  package let eventID: String
  package let type: String
  package let sender: String
  /// Milliseconds since 1970; 0 when absent or not a number.
  package let timestamp: Int64
  /// Present for state events only.
  package let stateKey: String?
  /// An object.
  package let content: JSONValue
  package let unsigned: RawUnsigned?
  /// What a redaction removes, in room versions before 11.
  package let redacts: String?

  package init(
    eventID: String, type: String, sender: String, timestamp: Int64 = 0, stateKey: String? = nil,
    content: JSONValue = .object([:]), unsigned: RawUnsigned? = nil, redacts: String? = nil
  ) {
    self.eventID = eventID
    self.type = type
    self.sender = sender
    self.timestamp = timestamp
    self.stateKey = stateKey
    self.content = content
    self.unsigned = unsigned
    self.redacts = redacts
  }

  enum CodingKeys: String, CodingKey {
    case eventID = "event_id"
    case type, sender
    case timestamp = "origin_server_ts"
    case stateKey = "state_key"
    case content, unsigned, redacts
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    eventID = try container.decode(String.self, forKey: .eventID)
    type = try container.decode(String.self, forKey: .type)
    sender = try container.decode(String.self, forKey: .sender)
    stateKey = try container.decodeIfPresent(String.self, forKey: .stateKey)
    content = try Self.content(of: container, type: type)
    let time = try? container.decodeIfPresent(JSONValue.self, forKey: .timestamp)
    timestamp = Int64(time?.integer ?? 0)
    unsigned = (try? container.decodeIfPresent(RawUnsigned.self, forKey: .unsigned)) ?? nil
    redacts = (try? container.decodeIfPresent(String.self, forKey: .redacts)) ?? nil
  }

  /// The content; that of `m.room.encryption` may be anything, for the event itself says enough.
  private static func content(
    of container: KeyedDecodingContainer<CodingKeys>, type: String
  ) throws -> JSONValue {
    if let content = try? container.decode(JSONValue.self, forKey: .content),
      content.object != nil
    {
      return content
    }
    guard type == EventType.encryption else {
      throw DecodingError.typeMismatch(
        [String: JSONValue].self,
        .init(
          codingPath: container.codingPath + [CodingKeys.content],
          debugDescription: "not an object"))
    }
    return .object([:])
  }
}

/// What a server adds to an event for this client; nothing in it is signed.
package struct RawUnsigned: Decodable, Hashable, Sendable {
  /// The client's own name for the request that sent the event, on the device that sent it.
  package let transactionID: String?
  /// The content that a state event replaced.
  package let previousContent: JSONValue?
  /// True when the event was redacted; its content is pruned then.
  package let isRedacted: Bool
  /// The newest edit of the event, where the server bundles it.
  package let replacement: Replacement?

  /// The parts of a bundled edit that are used.
  package struct Replacement: Decodable, Hashable, Sendable {
    package let eventID: String
    package let sender: String
    package let type: String
    package let timestamp: Int64
    package let content: JSONValue

    package init(
      eventID: String, sender: String, type: String, timestamp: Int64, content: JSONValue
    ) {
      self.eventID = eventID
      self.sender = sender
      self.type = type
      self.timestamp = timestamp
      self.content = content
    }

    enum CodingKeys: String, CodingKey {
      case eventID = "event_id"
      case sender, type, content
      case timestamp = "origin_server_ts"
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      eventID = try container.decode(String.self, forKey: .eventID)
      sender = try container.decode(String.self, forKey: .sender)
      type = try container.decode(String.self, forKey: .type)
      content = try container.decode(JSONValue.self, forKey: .content)
      let time = try? container.decodeIfPresent(JSONValue.self, forKey: .timestamp)
      timestamp = Int64(time?.integer ?? 0)
    }
  }

  package init(
    transactionID: String? = nil, previousContent: JSONValue? = nil, isRedacted: Bool = false,
    replacement: Replacement? = nil
  ) {
    self.transactionID = transactionID
    self.previousContent = previousContent
    self.isRedacted = isRedacted
    self.replacement = replacement
  }

  enum Keys: String, CodingKey {
    case transactionID = "transaction_id"
    case previousContent = "prev_content"
    case redactedBecause = "redacted_because"
    case relations = "m.relations"
  }

  private struct Relations: Decodable {
    let replacement: Replacement?
    enum Keys: String, CodingKey { case replacement = "m.replace" }
    init(from decoder: any Decoder) throws {
      var reader = try LenientReader(decoder, keyedBy: Keys.self)
      replacement = reader.value(.replacement)
    }
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    transactionID = reader.value(.transactionID)
    let previous: JSONValue? = reader.value(.previousContent)
    previousContent = previous?.object == nil ? nil : previous
    isRedacted = reader.value(.redactedBecause, as: Ignored.self) != nil
    replacement = reader.value(.relations, as: Relations.self)?.replacement
  }
}
