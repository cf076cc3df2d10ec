/// What a message says.
package enum MessageContent: Hashable, Sendable {
  case text(TextContent)
  case image(ImageContent)
  case sticker(ImageContent)
  case membership(MembershipChange)
  /// The room got this name, or lost its name.
  case roomName(String?)
  /// The room got this topic, or lost its topic.
  case roomTopic(String?)
  /// The room was made.
  case roomCreated
  /// The room's messages are encrypted from here on.
  case encryptionEnabled
  /// An event that this program cannot or must not read.
  case encrypted
  /// The content was removed by its sender or a moderator.
  case redacted
  /// A kind of message that this program does not know.
  case unknown(UnknownContent)
}

/// The text of a message.
package struct TextContent: Hashable, Sendable {
  /// The voice of a text.
  package enum Kind: Hashable, Sendable {
    case plain
    /// Said by a program (`m.notice`).
    case notice
    /// Something the sender does (`m.emote`).
    case emote
  }

  package var body: String
  package var kind: Kind

  package init(body: String, kind: Kind = .plain) {
    self.body = body
    self.kind = kind
  }
}

/// A picture, as a message or as a sticker.
package struct ImageContent: Hashable, Sendable {
  /// The picture's text: its file name or its description.
  package var body: String
  /// Where the picture is; nil when the address was malformed or encrypted.
  package var source: MediaURI?
  package var mimeType: String?
  /// Pixels, as the sender says.
  package var width: Int?
  package var height: Int?
  /// Bytes, as the sender says.
  package var byteCount: Int?

  package init(
    body: String, source: MediaURI? = nil, mimeType: String? = nil, width: Int? = nil,
    height: Int? = nil, byteCount: Int? = nil
  ) {
    self.body = body
    self.source = source
    self.mimeType = mimeType
    self.width = width
    self.height = height
    self.byteCount = byteCount
  }
}

/// What a membership event changed.
package struct MembershipChange: Hashable, Sendable {
  /// The kinds of change, told from the event and the state that it replaced.
  package enum Kind: Hashable, Sendable {
    case joined
    case left
    case invited
    case declined
    case withdrawn
    case kicked
    case banned
    case unbanned
    case knocked
    case renamed(from: String?, to: String?)
    case changedAvatar
  }

  /// Whose membership changed; the message's sender is who changed it.
  package var user: UserID
  package var displayName: String?
  package var kind: Kind
  package var reason: String?

  package init(user: UserID, displayName: String? = nil, kind: Kind, reason: String? = nil) {
    self.user = user
    self.displayName = displayName
    self.kind = kind
    self.reason = reason
  }
}

/// Content of a kind that is not known here, kept as it was.
package struct UnknownContent: Hashable, Sendable {
  /// The event's type, or for a message its `msgtype`.
  package var type: String
  /// The text that the sender meant for clients that do not know the kind.
  package var fallback: String?
  /// The content object as JSON text.
  package var json: String

  package init(type: String, fallback: String? = nil, json: String) {
    self.type = type
    self.fallback = fallback
    self.json = json
  }
}
