/// An event by its type; for types that the schemas do not declare, only the type is kept.
enum CodableEvent: Codable {
  case message(CodableMessageEvent)
  case member(CodableMemberEvent)
  case reaction(CodableReactionEvent)
  case other(String)

  private enum CodingKeys: String, CodingKey { case type }

  init(from decoder: any Decoder) throws {
    let type = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
    switch type {
    case "m.room.message": self = .message(try CodableMessageEvent(from: decoder))
    case "m.room.member": self = .member(try CodableMemberEvent(from: decoder))
    case "m.reaction": self = .reaction(try CodableReactionEvent(from: decoder))
    default: self = .other(type)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .message(let event): try event.encode(to: encoder)
    case .member(let event): try event.encode(to: encoder)
    case .reaction(let event): try event.encode(to: encoder)
    case .other(let type):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(type, forKey: .type)
    }
  }
}

struct CodableMessageEvent: Codable {
  struct Content: Codable {
    var msgtype: String?
    var body: String?
    var format: String?
    var formattedBody: String?
    var url: String?
    var info: ImageInfo?
    var relatesTo: CodableRelation?

    enum CodingKeys: String, CodingKey {
      case msgtype, body, format, url, info
      case formattedBody = "formatted_body"
      case relatesTo = "m.relates_to"
    }
  }

  struct ImageInfo: Codable {
    var w: Int?
    var h: Int?
    var mimetype: String?
    var size: Int?
  }

  var type: String
  var eventID: String
  var sender: String
  var originServerTs: Int
  var content: Content

  enum CodingKeys: String, CodingKey {
    case type, sender, content
    case eventID = "event_id"
    case originServerTs = "origin_server_ts"
  }
}

struct CodableMemberEvent: Codable {
  struct Content: Codable {
    var membership: String
    var displayname: String?
    var avatarURL: String?

    enum CodingKeys: String, CodingKey {
      case membership, displayname
      case avatarURL = "avatar_url"
    }
  }

  var type: String
  var eventID: String
  var sender: String
  var stateKey: String
  var originServerTs: Int
  var content: Content

  enum CodingKeys: String, CodingKey {
    case type, sender, content
    case eventID = "event_id"
    case stateKey = "state_key"
    case originServerTs = "origin_server_ts"
  }
}

struct CodableReactionEvent: Codable {
  struct Content: Codable {
    var relatesTo: CodableRelation?

    enum CodingKeys: String, CodingKey { case relatesTo = "m.relates_to" }
  }

  var type: String
  var eventID: String
  var sender: String
  var originServerTs: Int
  var content: Content

  enum CodingKeys: String, CodingKey {
    case type, sender, content
    case eventID = "event_id"
    case originServerTs = "origin_server_ts"
  }
}

struct CodableRelation: Codable {
  struct Reply: Codable {
    var eventID: String?

    enum CodingKeys: String, CodingKey { case eventID = "event_id" }
  }

  var relType: String?
  var eventID: String?
  var key: String?
  var inReplyTo: Reply?

  enum CodingKeys: String, CodingKey {
    case key
    case relType = "rel_type"
    case eventID = "event_id"
    case inReplyTo = "m.in_reply_to"
  }
}
