/// An event without an identity: account data, ephemeral events, and the stripped state of invites.
package struct RawBareEvent: Decodable, Hashable, Sendable {
  package let type: String
  /// An object.
  package let content: JSONValue
  /// Present in stripped state.
  package let sender: String?
  /// Present in stripped state.
  package let stateKey: String?

  package init(type: String, content: JSONValue, sender: String? = nil, stateKey: String? = nil) {
    self.type = type
    self.content = content
    self.sender = sender
    self.stateKey = stateKey
  }

  enum CodingKeys: String, CodingKey {
    case type, content, sender
    case stateKey = "state_key"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    let content = try? container.decode(JSONValue.self, forKey: .content)
    guard content?.object != nil || type == EventType.encryption else {
      throw DecodingError.typeMismatch(
        [String: JSONValue].self,
        .init(
          codingPath: decoder.codingPath + [CodingKeys.content],
          debugDescription: "not an object"))
    }
    self.content = content ?? .object([:])
    sender = try container.decodeIfPresent(String.self, forKey: .sender)
    stateKey = try container.decodeIfPresent(String.self, forKey: .stateKey)
  }
}
