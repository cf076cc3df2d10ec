import Models

/// A person's words with their formats.
public nonisolated struct FormattedBody: Equatable, Sendable {
  /// The formats of a piece of text.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// One bit per format.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Important.
    public static let strong = Traits(.strong)
    /// Stressed.
    public static let emphasis = Traits(.emphasis)
    /// Underlined.
    public static let underlined = Traits(.underlined)
    /// No longer valid.
    public static let struck = Traits(.struck)
    /// Part of a program.
    public static let code = Traits(.code)
    /// Hidden unless the row is uncovered.
    public static let spoiler = Traits(.spoiler)
    /// The text of a link.
    public static let link = Traits(.link)
    /// Where a link leads: the program's words.
    public static let address = Traits(.address)
    /// The name of a person or a room.
    public static let pill = Traits(.pill)
    /// The first piece of a table's cell.
    public static let cellStart = Traits(.cellStart)
    /// Names the account.
    public static let mention = Traits(rawValue: 1 << 16)

    private init(_ traits: TextTraits) { self.init(rawValue: traits.rawValue) }
  }

  /// The colours of a piece of text, each as 0xRRGGBB or nil.
  public struct Colors: Hashable, Sendable {
    /// The colour of the text.
    public let text: Int?
    /// The colour behind it.
    public let ground: Int?

    /// Nil without any colour.
    public init?(text: Int?, ground: Int?) {
      guard text != nil || ground != nil else { return nil }
      self.text = text
      self.ground = ground
    }
  }

  /// The kinds of blocks.
  public enum Kind: Equatable, Sendable {
    case paragraph
    case heading
    /// Spaces and line breaks count; the language may be empty.
    case code(language: String)
    case rule
    case tableRow(isFirst: Bool)
  }

  /// A piece of a block.
  public struct Run: Equatable, Sendable {
    /// May contain line breaks.
    public var text: String
    /// The formats.
    public var traits: Traits
    /// Where the run leads, as the sender wrote it; nil outside of links.
    public var link: String?
    /// The colours that the sender chose; nil for the reader's own.
    public var colors: Colors?

    /// Creates a run.
    public init(
      _ text: String, _ traits: Traits = [], link: String? = nil, colors: Colors? = nil
    ) {
      self.text = text
      self.traits = traits
      self.link = link
      self.colors = colors
    }
  }

  /// A part that begins on a line of its own.
  public struct Block: Equatable, Sendable {
    /// The kind of the block.
    public var kind = Kind.paragraph
    /// The number of quotes around.
    public var quoteDepth = 0
    /// The number of lists around.
    public var listDepth = 0
    /// A bullet or number; empty except on the first block of a list's entry.
    public var markerText = ""
    /// The pieces.
    public var runs: [Run] = []

    /// Creates an empty paragraph.
    public init() {}
  }

  /// One below the other.
  public var blocks: [Block]
  /// Whether something is hidden unless the row is uncovered.
  public var hasSpoilers: Bool {
    blocks.contains { $0.runs.contains { $0.traits.contains(.spoiler) } }
  }

  /// Creates a body.
  public init(blocks: [Block]) { self.blocks = blocks }
}

nonisolated extension FormattedBody {
  /// Formats a message's text.
  ///
  /// - Parameters:
  ///   - mentions: Finds the account's names; nil when the message does not mention it.
  ///   - room: What the account calls a room; nil for one that it does not know.
  ///   - name: What the program calls a person, whatever the sender wrote.
  init(
    _ text: FormattedText, ownID: UserID, mentions: OwnMentions?,
    room: (RoomID) -> String? = { _ in nil }, name: (UserID) -> String
  ) {
    blocks = text.blocks.map { block in
      var result = Block()
      result.kind = Kind(block.kind)
      result.quoteDepth = block.quoteDepth
      result.listDepth = block.listDepth
      result.markerText = block.marker ?? ""
      result.runs = block.runs.namingRooms(room).flatMap { run in
        let traits = Traits(rawValue: run.traitBits)
        if let person = run.person {
          let marked = person == ownID ? traits.union(.mention) : traits
          return [Run(name(person), marked, link: run.link)]
        }
        guard let mentions, traits.isDisjoint(with: [.code, .address]) else {
          return [Run(run.text, traits, link: run.link, colors: run.colors)]
        }
        return Self.marked(run, traits, mentions.ranges(in: run.text))
      }
      return result
    }
  }

  /// The text in pieces, those in the ranges marked as mentions.
  private static func marked(_ run: TextRun, _ traits: Traits, _ ranges: [Range<Int>]) -> [Run] {
    let text = run.text
    guard !ranges.isEmpty else {
      return [Run(text, traits, link: run.link, colors: run.colors)]
    }
    var runs: [Run] = []
    var (place, rest) = (0, traits)
    func add(upTo end: Int, _ more: Traits) {
      guard end > place else { return }
      let from = text.utf8.index(text.startIndex, offsetBy: place)
      let to = text.utf8.index(text.startIndex, offsetBy: end)
      runs.append(
        Run(String(text[from..<to]), rest.union(more), link: run.link, colors: run.colors))
      place = end
      rest.remove(.cellStart)
    }
    for range in ranges {
      add(upTo: range.lowerBound, [])
      add(upTo: range.upperBound, .mention)
    }
    add(upTo: text.utf8.count, [])
    return runs
  }
}

extension TextRun {
  fileprivate nonisolated var colors: FormattedBody.Colors? {
    FormattedBody.Colors(text: color, ground: ground)
  }
}

nonisolated extension FormattedBody.Kind {
  fileprivate init(_ kind: TextBlockKind) {
    switch kind {
    case .paragraph: self = .paragraph
    case .heading: self = .heading
    case .code(let language): self = .code(language: language ?? "")
    case .rule: self = .rule
    case .tableRow(let isFirst): self = .tableRow(isFirst: isFirst)
    }
  }
}
