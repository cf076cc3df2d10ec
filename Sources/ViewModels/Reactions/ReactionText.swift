import Models

/// One kind of reaction below a message.
public nonisolated struct ReactionText: Hashable, Sendable {
  /// What people reacted with, usually an emoji.
  public let keyText: String
  /// The number of people.
  public let countText: String
  /// Whether the account is one of them.
  public let isOwn: Bool
  /// Whether the server does not have the account's reaction yet.
  public let isPending: Bool

  package init(keyText: String, countText: String, isOwn: Bool = false, isPending: Bool = false) {
    self.keyText = keyText
    self.countText = countText
    self.isOwn = isOwn
    self.isPending = isPending
  }

  init(_ reaction: Reaction) {
    self.init(
      keyText: Names.visible(reaction.key) ?? "[invisible]", countText: "\(reaction.count)",
      isOwn: reaction.own != nil, isPending: reaction.isPending)
  }
}

extension MessageRowContent {
  mutating func showReactions(to message: Message) {
    reactions = message.reactions.map(ReactionText.init)
    moreReactionsText = message.moreReactions > 0 ? "and \(message.moreReactions) more" : ""
  }
}
