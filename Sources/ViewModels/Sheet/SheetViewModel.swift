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
  /// Whether choosing an entry leaves the focus where it is.
  public let keepsFocus: Bool
  /// Whether the user can search for other entries.
  public var canSearch: Bool { more.search != nil }

  /// What a list can do besides opening its entries.
  struct More {
    /// Asks what to search for; nil where nothing can be searched.
    var search: (() -> Void)?
    /// Called at the end of the list.
    var load: () -> Void = {}
  }

  /// The devices that the entries show.
  public let devices: DevicesViewModel?

  private let openRow: (SheetRow) -> Void
  private let more: More

  /// - Parameter open: Shows the message of an entry; nil when entries lead nowhere.
  init(
    title: String, rows: Property<[SheetRow]>, note: Property<String>,
    concernsDraft: Bool = false, keepsFocus: Bool = false, more: More = More(),
    devices: DevicesViewModel? = nil,
    open: ((SheetRow) -> Void)? = nil
  ) {
    self.devices = devices
    titleText = title
    self.rows = rows
    noteText = note
    self.concernsDraft = concernsDraft
    self.keepsFocus = keepsFocus
    self.more = more
    opensRows = open != nil
    openRow = open ?? { _ in }
  }

  /// Shows the message of an entry.
  public func open(_ row: SheetRow) {
    if row.refusalText.isEmpty { openRow(row) }
  }

  /// The user is at the end of the list.
  public func reachedEnd() { more.load() }

  /// Asks what to search for.
  public func search() { more.search?() }
}
