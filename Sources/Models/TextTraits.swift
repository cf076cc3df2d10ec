/// The formats of a piece of text.
package struct TextTraits: OptionSet, Hashable, Sendable {
  /// One bit per format.
  package let rawValue: Int

  /// Creates a set from its bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Important.
  package static let strong = TextTraits(rawValue: 1)
  /// Stressed.
  package static let emphasis = TextTraits(rawValue: 2)
  /// Underlined.
  package static let underlined = TextTraits(rawValue: 4)
  /// No longer valid.
  package static let struck = TextTraits(rawValue: 8)
  /// Part of a program.
  package static let code = TextTraits(rawValue: 16)
  /// Hidden until the reader asks for it.
  package static let spoiler = TextTraits(rawValue: 32)
  /// The text of a link.
  package static let link = TextTraits(rawValue: 64)
  /// Where the link before it leads: written by this program, not by the sender.
  package static let address = TextTraits(rawValue: 128)
  /// The name of a person or a room.
  package static let pill = TextTraits(rawValue: 256)
  /// The first run of a table's cell.
  package static let cellStart = TextTraits(rawValue: 512)
}

extension TextRun {
  /// The formats of the run.
  package var traits: TextTraits { TextTraits(rawValue: traitBits) }

  /// Creates a run from its formats.
  package init(
    _ text: String, _ traits: TextTraits = [], person: UserID? = nil, link: String? = nil,
    color: Int? = nil, ground: Int? = nil
  ) {
    self.init(
      text: text, traitBits: traits.rawValue, person: person, link: link, color: color,
      ground: ground)
  }
}
