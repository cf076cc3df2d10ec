import Models

/// One line of text for what a message says.
struct EventText {
  /// Names a person in the room.
  let name: (UserID) -> String

  /// The text of a message's row.
  func body(_ message: Message) -> String {
    switch message.content {
    case .text(let text): return text.body
    case .image(let image): return "[image \(Self.details(image))]"
    case .sticker(let image): return "[sticker \(Self.details(image))]"
    case .encrypted: return "🔒 Encrypted message: this version cannot read it."
    case .redacted: return "Message removed."
    case .unknown(let content):
      return content.fallback ?? "[message of unknown kind \(content.type)]"
    default: return change(message)
    }
  }

  /// One line for a list of rooms.
  func preview(_ message: Message, isOwn: Bool) -> String {
    switch message.content {
    case .text(let text) where text.kind == .emote: "* \(name(message.sender)) \(text.body)"
    case .text, .image, .sticker, .encrypted, .redacted, .unknown:
      "\(isOwn ? "You" : name(message.sender)): \(body(message))"
    default: body(message)
    }
  }

  private func change(_ message: Message) -> String {
    let actor = name(message.sender)
    switch message.content {
    case .membership(let change): return membership(change, actor: actor)
    case .roomName(let new):
      guard let name = new.flatMap(Names.visible) else { return "\(actor) removed the room's name" }
      return "\(actor) named the room “\(name)”"
    case .roomTopic(let new?): return "\(actor) set the topic: \(new)"
    case .roomTopic(nil): return "\(actor) removed the topic"
    case .roomCreated: return "\(actor) created the room"
    case .encryptionEnabled: return "\(actor) turned on encryption"
    default: return ""
    }
  }

  private func membership(_ change: MembershipChange, actor: String) -> String {
    let target = change.displayName.flatMap(Names.visible) ?? name(change.user)
    let reason = change.reason.map { ": \($0)" } ?? ""
    switch change.kind {
    case .joined: return "\(target) joined"
    case .left: return "\(target) left\(reason)"
    case .invited: return "\(actor) invited \(target)"
    case .declined: return "\(target) declined the invite"
    case .withdrawn: return "\(actor) withdrew the invite of \(target)"
    case .kicked: return "\(actor) removed \(target)\(reason)"
    case .banned: return "\(actor) banned \(target)\(reason)"
    case .unbanned: return "\(actor) unbanned \(target)"
    case .knocked: return "\(target) asks to join\(reason)"
    case .renamed(let old, let new): return renamed(old, new, id: change.user)
    case .changedAvatar: return "\(target) changed their picture"
    }
  }

  private func renamed(_ old: String?, _ new: String?, id: UserID) -> String {
    let old = old.flatMap(Names.visible) ?? id.rawValue
    guard let new = new.flatMap(Names.visible) else { return "\(old) removed their name" }
    return "\(old) is now called \(new)"
  }

  private static func details(_ image: ImageContent) -> String {
    var words = [image.body]
    // Sizes are the sender's claim: absurd ones are not repeated.
    let plausible = 1...100_000
    if let width = image.width, let height = image.height, plausible.contains(width),
      plausible.contains(height)
    {
      words.append("\(width)x\(height)")
    }
    if let count = image.byteCount { words.append(bytes(count)) }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(max(0, count)) B"
    case ..<1_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000) MB"
    }
  }
}
