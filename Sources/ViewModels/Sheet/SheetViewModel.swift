public import Signals

/// A list in front of the conversation, such as the pinned messages of a room.
public final class SheetViewModel {
  /// What the list shows.
  public let titleText: String
  /// The entries.
  public let rows: Property<[SheetRow]>
  /// "Loading…", why there are no entries, or what is missing among them.
  public let noteText: Property<String>
  /// Whether an entry leads to a message.
  public let opensRows: Bool
  /// Whether an entry changes what is being written, instead.
  public let concernsDraft: Bool

  /// The devices that the entries show.
  public let devices: DevicesViewModel?

  private let openRow: (SheetRow) -> Void

  /// - Parameter open: Shows the message of an entry; nil when entries lead nowhere.
  init(
    title: String, rows: Property<[SheetRow]>, note: Property<String>,
    concernsDraft: Bool = false, devices: DevicesViewModel? = nil,
    open: ((SheetRow) -> Void)? = nil
  ) {
    self.devices = devices
    titleText = title
    self.rows = rows
    noteText = note
    self.concernsDraft = concernsDraft
    opensRows = open != nil
    openRow = open ?? { _ in }
  }

  /// Shows the message of an entry.
  public func open(_ row: SheetRow) { openRow(row) }
}

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

  package init(id: RowID, timeText: String, markText: String = "", quote: QuoteText) {
    self.id = id
    self.timeText = timeText
    self.markText = markText
    self.quote = quote
  }
}
