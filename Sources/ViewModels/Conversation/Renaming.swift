import Models

/// The people whose names have changed, and whose rows are therefore formatted again.
struct Renaming {
  private let people: Set<UserID>
  private let isOwn: Bool

  init(from old: RowBuilder, to new: RowBuilder) {
    let known = Set(old.people.keys).union(new.people.keys)
    people = known.filter { old.name($0) != new.name($0) }
    isOwn = old.people[old.ownID]?.displayName != new.people[new.ownID]?.displayName
  }

  /// Whether the row of a message can contain a changed name.
  func affects(_ message: Message) -> Bool {
    if message.readers.prefix(ReadReceipt.mostNamed).contains(where: { people.contains($0.user) }) {
      return true
    }
    if message.content.formatted?.names(oneOf: people) == true { return true }
    return switch message.content {
    case .text, .image, .sticker, .file, .location, .poll, .encrypted, .unknown,
      .unsentAction:
      isOwn || people.contains(message.sender) || quotes(message)
        || message.thread?.latestSender.map(people.contains) == true
    // These name any number of people, also by former names.
    case .membership, .roomName, .roomTopic, .roomChange, .roomCreated, .encryptionEnabled,
      .redacted, .call:
      true
    }
  }

  private func quotes(_ message: Message) -> Bool {
    guard case .known(let sender, _)? = message.reply?.quote else { return false }
    return people.contains(sender)
  }
}

extension FormattedText {
  fileprivate func names(oneOf people: Set<UserID>) -> Bool {
    blocks.contains { $0.runs.contains { $0.person.map(people.contains) == true } }
  }
}
