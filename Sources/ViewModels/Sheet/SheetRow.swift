/// An entry of a list in front of the conversation.
public nonisolated struct SheetRow: Equatable, Sendable {
  /// The identity of the entry.
  public let id: RowID
  /// When the message was sent; may be empty.
  public let timeText: String
  /// A sign of the program before the entry, such as that of a chosen answer; may be empty.
  public let markText: String
  /// The message, with its sender if the entry names one.
  public let quote: QuoteText
  /// What the value of a setting is called; empty for another entry.
  public private(set) var labelText = ""
  /// What Enter does with the entry, in a word; empty for the usual.
  public private(set) var actionText = ""
  /// Why Enter does nothing with the entry; empty when it does something.
  public private(set) var refusalText = ""

  /// The heading of the entries below; empty for an entry.
  public private(set) var headingText = ""
  /// Whether a blank line stands before the heading.
  public private(set) var hasGap = false
  /// Whether the entry has values that can be stepped through.
  public private(set) var canStep = false

  /// Whether all lines of the entry are shown, as far as the screen has them.
  public private(set) var isWhole = false

  /// Whether Enter ticks the entry's box, or takes the tick away.
  public var hasBox: Bool { [true, false].contains { markText == Self.box(isTicked: $0) } }

  /// The sign of an entry with a box.
  static func box(isTicked: Bool) -> String { isTicked ? "[x]" : "[ ]" }

  /// Whether it is the heading of other entries.
  public var isHeading: Bool { !headingText.isEmpty }

  /// Whether it tells something that leads nowhere.
  public var isFact: Bool { !labelText.isEmpty && actionText.isEmpty && refusalText.isEmpty }

  package init(id: RowID, timeText: String, markText: String = "", quote: QuoteText) {
    self.id = id
    self.timeText = timeText
    self.markText = markText
    self.quote = quote
  }

  /// Something that can be chosen: a name, the facts about it, and words of people.
  init(
    id: RowID, nameText: String, colorIndex: Int = 0, factsText: String, wordsText: String = "",
    action: String, refusal: String = ""
  ) {
    self.init(
      id: id, timeText: "",
      quote: QuoteText(
        senderText: nameText, colorIndex: colorIndex, noteText: factsText, bodyText: wordsText))
    actionText = action
    refusalText = refusal
  }

  /// A setting with its value, which Enter changes unless a reason refuses it.
  init(
    setting id: String, _ label: String, _ value: String, action: String, refusal: String = "",
    canStep: Bool = false
  ) {
    self.init(
      id: RowID(id), timeText: "", quote: QuoteText(noteText: refusal, bodyText: value))
    labelText = label
    actionText = action
    refusalText = refusal
    self.canStep = canStep
  }

  /// What marks the value that is chosen.
  static let chosenMark = "✓"

  /// One of several values, perhaps the chosen one, which Enter chooses unless a reason refuses it.
  init(choice text: String, isChosen: Bool, refusal: String) {
    self.init(
      id: RowID(text), timeText: "", markText: isChosen ? Self.chosenMark : " ",
      quote: QuoteText(noteText: refusal, bodyText: text))
    refusalText = refusal
  }

  /// A part of a text that is read.
  init(part text: String, number: Int, mark: String = "", note: String = "") {
    self.init(
      id: RowID("part \(number)"), timeText: "", markText: mark,
      quote: QuoteText(noteText: note, bodyText: text))
    isWhole = true
  }

  /// The heading of the entries below.
  init(heading: String, isFirst: Bool = false) {
    self.init(id: RowID("heading \(heading)"), timeText: "", quote: QuoteText(bodyText: ""))
    headingText = heading
    hasGap = !isFirst
  }
}
