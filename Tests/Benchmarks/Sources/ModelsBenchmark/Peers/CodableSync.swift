/// The types for `JSONDecoder`: the same members of the same objects as in the compiled schemas.
struct CodableSync: Codable {
  struct Rooms: Codable {
    var join: [String: CodableRoom]
  }

  var nextBatch: String
  var rooms: Rooms

  enum CodingKeys: String, CodingKey {
    case nextBatch = "next_batch"
    case rooms
  }
}

struct CodableRoom: Codable {
  struct Timeline: Codable {
    var events: [CodableEvent]
    var limited: Bool?
    var prevBatch: String?

    enum CodingKeys: String, CodingKey {
      case events, limited
      case prevBatch = "prev_batch"
    }
  }

  struct State: Codable {
    var events: [CodableEvent]
  }

  struct UnreadCounts: Codable {
    var notificationCount: Int?
    var highlightCount: Int?

    enum CodingKeys: String, CodingKey {
      case notificationCount = "notification_count"
      case highlightCount = "highlight_count"
    }
  }

  struct Summary: Codable {
    var heroes: [String]?
    var joinedMemberCount: Int?

    enum CodingKeys: String, CodingKey {
      case heroes = "m.heroes"
      case joinedMemberCount = "m.joined_member_count"
    }
  }

  var timeline: Timeline?
  var state: State?
  var unreadNotifications: UnreadCounts?
  var summary: Summary?

  enum CodingKeys: String, CodingKey {
    case timeline, state, summary
    case unreadNotifications = "unread_notifications"
  }
}
