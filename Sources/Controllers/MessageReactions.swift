package import Models

/// The people who have reacted to a message.
package struct MessageReactions: Hashable, Sendable {
  /// A reaction and those who chose it.
  package struct Kind: Hashable, Sendable {
    /// Usually an emoji.
    package let key: String
    /// The people, as the room names them, the one who did first in front.
    package let people: [User]

    /// Creates a reaction with its people.
    package init(key: String, people: [User]) {
      self.key = key
      self.people = people
    }
  }

  /// The kinds, by their first use.
  package let kinds: [Kind]
  /// Whether there are more people than these.
  package let isCut: Bool

  /// Creates the reactions to a message.
  package init(kinds: [Kind], isCut: Bool = false) {
    self.kinds = kinds
    self.isCut = isCut
  }
}
