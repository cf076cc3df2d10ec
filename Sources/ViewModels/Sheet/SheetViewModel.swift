public import Signals

/// A list in front of the conversation, such as the pinned messages of a room.
public final class SheetViewModel {
  /// What the list shows.
  public let titleText: String
  /// What stands above the entries, if anything does.
  public let header: SheetHeader?
  /// The entries.
  public let rows: Property<[SheetRow]>
  /// What is read instead of entries; nil for a list.
  public let text: SheetText?
  /// "Loading…", why there are no entries, or what is missing among them.
  public let noteText: Property<String>
  /// Whether an entry leads to a message.
  public let opensRows: Bool
  /// Whether an entry changes what is being written, instead.
  public let concernsDraft: Bool
  /// Whether choosing an entry leaves the focus where it is.
  public let keepsFocus: Bool
  /// Whether a digit chooses the entry of that number.
  public let isNumbered: Bool
  /// What stepping on does with the list as a whole, in a word; empty where it steps through the values of an
  /// entry.
  public let stepText: Property<String>
  /// Whether the user can search for other entries.
  public var canSearch: Bool { more.search != nil }
  /// Whether something that was done here can be taken back.
  public let canUndo: Property<Bool>
  /// The index of the entry under the cursor, when the list is shown again.
  public var place = 0

  /// The list that this one goes back to.
  var parent: SheetViewModel?

  /// What a list can do besides opening its entries.
  struct More {
    /// Asks what to search for; nil where nothing can be searched.
    var search: (() -> Void)?
    /// Called at the end of the list.
    var load: () -> Void = {}
    /// Takes the last change back.
    var undo: Command<Void, Void, Never>?
    /// The cursor is at the entry of an index.
    var moved: (Int) -> Void = { _ in }
    /// Gives an entry its next value, or an earlier one.
    var step: (SheetRow, Int) -> Void = { _, _ in }
    /// Asks whether to report what the list is about; nil where nothing can be reported.
    var report: ((_ tell: @escaping (String) -> Void) -> Void)?
    /// Lists what can be done to the person of an entry; nil where entries are no people of a room.
    var manage: ((SheetRow, _ tell: @escaping (String) -> Void) -> Void)?
  }

  /// The devices that the entries show.
  public let devices: DevicesViewModel?
  /// The accounts that the entries show.
  public let accounts: AccountsViewModel?

  /// Whether there is more to do here than to choose an entry.
  public var hasMenu: Bool { devices != nil || accounts != nil || canReport || hasPeople }
  /// Whether the list is about a room that can be reported.
  public var canReport: Bool { more.report != nil }
  /// Whether the entries are people of a room.
  public var hasPeople: Bool { more.manage != nil }

  private let openRow: (SheetRow) -> Void
  private let more: More

  /// - Parameter open: Shows the message of an entry; nil when entries lead nowhere.
  init(
    title: String, header: SheetHeader? = nil, rows: Property<[SheetRow]>,
    text: SheetText? = nil, note: Property<String>,
    concernsDraft: Bool = false, keepsFocus: Bool = false, isNumbered: Bool = false,
    stepText: Property<String> = Property(""), more: More = More(),
    devices: DevicesViewModel? = nil, accounts: AccountsViewModel? = nil,
    open: ((SheetRow) -> Void)? = nil
  ) {
    self.devices = devices
    self.accounts = accounts
    titleText = title
    self.header = header
    self.rows = rows
    self.text = text
    noteText = note
    self.concernsDraft = concernsDraft
    self.keepsFocus = keepsFocus
    self.isNumbered = isNumbered
    self.stepText = stepText
    self.more = more
    canUndo = more.undo?.isEnabled ?? Property(false)
    opensRows = open != nil
    // Enter on the value that is there already changes nothing.
    place = rows.value.firstIndex { $0.markText == SheetRow.chosenMark } ?? 0
    openRow = open ?? { _ in }
  }

  /// Shows the message of an entry.
  public func open(_ row: SheetRow) {
    if row.refusalText.isEmpty { openRow(row) }
  }

  /// The cursor is at the entry of an index.
  public func moved(to place: Int) {
    self.place = place
    more.moved(place)
  }

  /// Gives an entry its next value, or an earlier one; a list that changes as a whole begins at its top.
  public func step(_ row: SheetRow, by count: Int) {
    if !stepText.value.isEmpty { place = 0 }
    more.step(row, count)
  }

  /// Asks whether to report the room that the list is about; `tell` says that it is done.
  public func report(tell: @escaping (String) -> Void) { more.report?(tell) }

  /// Lists what can be done to the person of an entry; `tell` says what came of it.
  public func manage(_ row: SheetRow, tell: @escaping (String) -> Void) { more.manage?(row, tell) }

  /// The user is at the end of the list.
  public func reachedEnd() { more.load() }

  /// Takes the last change back.
  public func undo() { more.undo?.execute() }

  /// Asks what to search for.
  public func search() { more.search?() }
}
