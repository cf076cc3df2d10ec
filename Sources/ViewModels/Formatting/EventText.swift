import Models

/// The text of a message: the person's own words, and the program's words about it.
///
/// The two are never mixed in one text, so that a person cannot imitate the program.
struct EventText {
  /// The display name of a person in the room.
  let name: (UserID) -> String
  /// Disambiguates the name that a person had at the time.
  let named: (String, UserID) -> String

  init(
    name: @escaping (UserID) -> String,
    named: @escaping (String, UserID) -> String = { Names.text($0, of: $1, owners: Names.Owners()) }
  ) {
    self.name = name
    self.named = named
  }

  /// The person's own words; empty when the message has none.
  func speech(_ message: Message) -> String { Self.speech(message.content) }

  /// The person's own words in a message; empty when it has none.
  nonisolated static func speech(_ content: MessageContent) -> String {
    switch content {
    case .text(let text): text.shownText
    case .image(let image), .sticker(let image): image.shownCaption
    case .file(let file): file.shownCaption
    case .poll(let poll): poll.question
    case .unknown(let content): content.fallback ?? ""
    default: ""
    }
  }

  /// The program's words about the message; empty when the message speaks for itself.
  func note(_ message: Message) -> String {
    switch message.content {
    case .text(let text): return text.shownText.isInvisible ? "[empty message]" : ""
    case .image(let image): return FileText.image(image, as: "image")
    case .sticker(let image): return FileText.image(image, as: "sticker")
    case .file(let file): return FileText.file(file)
    case .location(let place): return FileText.bracketed("location", place)
    case .poll(let poll): return PollText.note(poll)
    case .unsentAction(let action): return self.action(action)
    case .encrypted: return "🔒 Encrypted message: this version cannot read it."
    case .redacted: return removal(message)
    case .unknown(let content) where content.fallback == nil:
      return "[unsupported message type \(Names.oneLine(content.type))]"
    case .unknown: return ""
    default: return change(message)
    }
  }

  /// One line for the room list.
  ///
  /// Lines by the program alone begin with a mark with which no person's name begins.
  func preview(_ message: Message, isOwn: Bool) -> String {
    let words = [note(message), speech(message)].filter { !$0.isEmpty }.joined(separator: " ")
    return switch message.content {
    case .text(let text) where text.kind == .emote: "* \(speaker(message.sender)) \(words)"
    case .text, .image, .sticker, .file, .location, .poll, .encrypted, .unknown, .unsentAction:
      "\(isOwn ? "You" : speaker(message.sender)): \(words)"
    default: "· \(words)"
    }
  }

  /// A person's name, which never equals the name of the account itself.
  private func speaker(_ id: UserID) -> String {
    let name = Names.visible(name(id)).map { named(Names.label($0), id) } ?? id.rawValue
    // An emote begins with an asterisk.
    let rest = name.drop { $0.unicodeScalars.first == "*" || $0.isWhitespace }
    return Names.visible(String(rest)) ?? id.rawValue
  }

  private func action(_ action: UnsentAction) -> String {
    switch action {
    case .reaction(let key): FileText.bracketed("reaction", key)
    case .edit(let text): FileText.bracketed("new text of a message:", text)
    case .removal: FileText.bracketed("removal of a message")
    case .vote: FileText.bracketed("vote in a poll")
    case .pollEnd: FileText.bracketed("end of a poll")
    case .pin: FileText.bracketed("pin of a message")
    case .unpin: FileText.bracketed("end of a pin")
    case .other(let type): FileText.bracketed("event", type)
    }
  }

  private func removal(_ message: Message) -> String {
    let reason = message.removalReason.map { ": \(Names.oneLine($0))" } ?? ""
    return switch message.removedBy {
    case nil: "Message removed\(reason)"
    case message.sender: "\(name(message.sender)) removed this message\(reason)"
    case let user?: "Message removed by \(name(user))\(reason)"
    }
  }

  private func change(_ message: Message) -> String {
    let actor = name(message.sender)
    switch message.content {
    case .membership(let change): return membership(change, by: message.sender)
    case .roomName(let new):
      guard let name = new.flatMap(Names.visible).map(Names.label) else {
        return "\(actor) removed the room's name"
      }
      return "\(actor) named the room “\(name)”"
    case .roomTopic(let new?): return "\(actor) set the topic: \(Names.oneLine(new))"
    case .roomTopic(nil): return "\(actor) removed the topic"
    case .roomChange(let change): return RoomChangeText(name: name).sentence(change, by: actor)
    case .roomCreated: return "\(actor) created the room"
    case .encryptionEnabled: return "\(actor) turned on encryption"
    case .call: return "\(actor) calls (a call cannot be answered here)"
    default: return ""
    }
  }

  private func membership(_ change: MembershipChange, by sender: UserID) -> String {
    let (actor, target, isOwn) = (name(sender), target(change), sender == change.user)
    let reason = change.reason.map { ": \(Names.oneLine($0))" } ?? ""
    switch change.kind {
    case .joined: return "\(target) joined\(reason)"
    case .left: return "\(target) left\(reason)"
    case .invited: return "\(actor) invited \(target)\(reason)"
    // Nobody declines the invite of another person, and nobody withdraws their own: that is a request to join.
    case .declined where !isOwn: return "\(actor) declined the request of \(target)\(reason)"
    case .withdrawn where isOwn: return "\(target) took the request to join back\(reason)"
    case .declined: return "\(target) declined the invite\(reason)"
    case .withdrawn: return "\(actor) withdrew the invite for \(target)\(reason)"
    case .kicked: return "\(actor) removed \(target)\(reason)"
    case .banned: return "\(actor) banned \(target)\(reason)"
    case .unbanned: return "\(actor) unbanned \(target)\(reason)"
    case .knocked: return "\(target) asked to join\(reason)"
    case .renamed(let old, let new): return renamed(old, new, id: change.user)
    case .changedAvatar: return "\(target) changed their picture"
    }
  }

  /// The person whose membership changed, by the name at the time.
  func target(_ change: MembershipChange) -> String {
    change.displayName.flatMap(Names.visible).map { named(Names.label($0), change.user) }
      ?? name(change.user)
  }

  private func renamed(_ old: String?, _ new: String?, id: UserID) -> String {
    let old = old.flatMap(Names.visible).map { named(Names.label($0), id) } ?? id.rawValue
    guard let new = new.flatMap(Names.visible) else { return "\(old) removed their name" }
    return "\(old) is now called \(named(Names.label(new), id))"
  }
}
