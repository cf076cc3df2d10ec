import Controllers
package import Models
public import Signals

/// One room in the list.
///
/// An account may have thousands of rooms, and few are ever on screen: a row creates its content
/// and commands on first use.
public final class RoomRowViewModel {
  /// The room's identity.
  public nonisolated let id: RowID
  package nonisolated let roomID: RoomID
  /// The current room.
  private(set) var room: Room
  /// The room with what counts as unread on the screen.
  var countedRoom: Room { maker.seen(room) }
  private var isSelected = false
  private let maker: RoomRowMaker
  private var madeParts: RoomRowParts?
  private var madeSearchText: RoomSearchText?

  init(_ room: Room, maker: RoomRowMaker) {
    id = RowID(room.id)
    roomID = room.id
    self.room = room
    self.maker = maker
  }

  /// The content.
  public var content: Property<RoomRowContent> { parts.content }
  /// The address by which others can join the room: its alias, or its id when it has none.
  public var addressText: String { room.alias?.rawValue ?? room.id.rawValue }
  /// What is in progress for this row.
  public var busyText: Property<String> { parts.busyText }
  /// What went wrong for this row.
  public var errorText: Property<String> { parts.errorText }
  /// Opens the room; an invite must be accepted first.
  public var open: Command<Void, Void, Never> { parts.open }
  /// Accepts the invite and opens the room; disabled on other rows.
  public var accept: Command<Void, Void, Never> { parts.answers.accept }
  /// Declines the invite; disabled on other rows.
  public var decline: Command<Void, Void, Never> { parts.answers.decline }
  /// Retries what failed last; disabled when nothing failed.
  public var retry: Command<Void, Void, Never> { parts.answers.retry }

  /// What a filter searches; kept, because each letter of a filter searches all rooms.
  var searchText: RoomSearchText {
    if let madeSearchText { return madeSearchText }
    let text = RoomSearchText(room)
    madeSearchText = text
    return text
  }

  /// Updates the room.
  func show(_ room: Room) {
    guard room != self.room else { return }
    self.room = room
    madeSearchText = nil
    showContent()
  }

  /// Shows whether the room is the open one.
  func select(_ isSelected: Bool) {
    guard isSelected != self.isSelected else { return }
    self.isSelected = isSelected
    showContent()
  }

  /// Updates what the row shows, also when its draft has changed.
  func showContent() {
    guard let madeParts else { return }
    madeParts.content.value = maker.content(of: room, isSelected: isSelected)
  }

  private var parts: RoomRowParts {
    if let madeParts { return madeParts }
    let parts = maker.parts(of: room, isSelected: isSelected)
    madeParts = parts
    return parts
  }
}

extension RowID {
  /// The identity of a room's row.
  nonisolated init(_ room: RoomID) { self.init(room.rawValue) }
}
