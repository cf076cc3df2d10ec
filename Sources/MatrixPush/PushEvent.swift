package import ModelKit

/// What rules can ask of an event.
package struct PushEvent: Sendable {
  package let type: String
  package let sender: String
  package let room: String
  /// Nil for an event that is no state.
  package let stateKey: String?
  package let content: JSONValue

  package init(type: String, sender: String, room: String, stateKey: String?, content: JSONValue) {
    self.type = type
    self.sender = sender
    self.room = room
    self.stateKey = stateKey
    self.content = content
  }

  /// The value of a property; nil when the event has none.
  func value(of property: PushProperty) -> JSONValue? {
    switch property {
    case .type: .string(type)
    case .sender: .string(sender)
    case .room: .string(room)
    case .stateKey: stateKey.map { .string($0) }
    case .content(let path):
      path.reduce(content as JSONValue?) { value, key in value?[key] }
    case .unknown: nil
    }
  }
}

/// What rules can ask of the room at the time of an event.
package struct PushSurroundings {
  /// The account's name in the room.
  package var ownName: String?
  /// How many people are in the room.
  package var memberCount: Int
  /// Whether the event's sender may notify everybody; the argument is the kind of notification, `room`.
  package var senderMayNotify: (String) -> Bool

  package init(
    ownName: String?, memberCount: Int, senderMayNotify: @escaping (String) -> Bool
  ) {
    self.ownName = ownName
    self.memberCount = memberCount
    self.senderMayNotify = senderMayNotify
  }
}

/// A property of an event, as conditions name it.
enum PushProperty: Hashable, Sendable {
  case type, sender, room, stateKey
  case content([String])
  /// A property that no rule of today is about.
  case unknown

  static let body = PushProperty.content(["body"])
  private static let deepest = 20

  /// Reads names separated by dots; a backslash stands before a dot or a backslash of a name.
  ///
  /// Source: Matrix client-server API, appendix "Dot-separated property paths".
  init(_ key: String) {
    switch key {
    case "type": self = .type
    case "sender": self = .sender
    case "room_id": self = .room
    case "state_key": self = .stateKey
    default:
      let names = Self.names(key)
      let isContent = names.first == "content" && (2...Self.deepest).contains(names.count)
      self = isContent ? .content(Array(names.dropFirst())) : .unknown
    }
  }

  private static func names(_ key: String) -> [String] {
    var names = [""]
    var isEscaped = false
    for character in key.unicodeScalars {
      if isEscaped {
        if character != "." && character != "\\" { names[names.count - 1] += "\\" }
        names[names.count - 1].unicodeScalars.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "." {
        names.append("")
      } else {
        names[names.count - 1].unicodeScalars.append(character)
      }
    }
    if isEscaped { names[names.count - 1] += "\\" }
    return names
  }
}
