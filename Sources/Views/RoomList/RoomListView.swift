import Signals
import ViewModels

/// The list of invites, direct chats and rooms.
///
/// A frame builds and draws only the visible entries, and no key handler scans the others: an
/// account may have thousands of rooms, and anybody can send it any number of invites.
final class RoomListView {
  /// The ends of the list that the cursor can jump to.
  enum End { case first, last }

  let model: RoomListViewModel
  let tile: Tile
  /// The entry under the cursor; the open room until the user moves the cursor.
  private(set) var cursorID: RowID?
  /// The entry that the user put the cursor on, which gets it back when it is in the list again, such as after
  /// a filter.
  private var chosenID: RowID?
  /// The last index of that entry: if it disappears, its successor gets the cursor.
  private var cursorIndex = 0
  /// The first visible line of the list.
  var topLine = 0
  /// The visible entries with their first lines, from the top.
  var drawnEntries: [(line: Int, entry: RoomListEntry)] = []
  let cells: CellPool<RowID, RoomRowViewModel>
  private let watch: Watch

  init(model: RoomListViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    let tile = Tile(needsDisplay: needsDisplay)
    self.tile = tile
    cells = CellPool {
      RowCell(changed: tile.invalidate) { row, watch in
        watch(row.content)
        watch(row.busyText)
        watch(row.errorText)
      }
    }
    watch = Watch(tile.invalidate)
    watch(model.entries) { [weak self] _ in self?.keepCursor() }
    watch(model.emptyText)
    watch(model.filterText)
    watch(model.moreInvitesText)
    watch(model.invitesBusyText)
    watch(model.invitesErrorText)
    watch(model.askedEntry)
    watch(model.markedEntry) { [weak self] in
      guard let self else { return }
      if let id = $0 {
        cursorID = id
      } else if model.filterText.value.isEmpty {
        keepCursor()
      } else {
        chooseCursor()
      }
    }
    watch(model.selectedRow) { [weak self] row in
      if let row { self?.setCursor(row.id) }
    }
    // Otherwise the keys of the list would act on another room than the one that was just chosen.
    watch(model.openingCount) { [weak self] _ in
      if let row = self?.model.selectedRow.value { self?.setCursor(row.id) }
    }
  }

  /// The entry that shows the cursor now is the one to return to: as the list gets the focus, the user sees it.
  func chooseCursor() {
    if let cursorEntry { chosenID = cursorEntry.id }
  }

  /// The index of the entry under the cursor.
  var cursor: Int? {
    let count = model.entries.value.count
    guard count > 0 else { return nil }
    return min(cursorID.flatMap { model.index(of: $0) } ?? cursorIndex, count - 1)
  }

  /// The entry under the cursor.
  var cursorEntry: RoomListEntry? { cursor.map { model.entries.value[$0] } }

  /// The room or invite under the cursor.
  var cursorRow: RoomRowViewModel? { cursorEntry?.row }

  /// Moves the cursor and scrolls to it.
  func moveCursor(by count: Int) {
    if let cursor { setCursor(at: cursor + count) }
  }

  func moveCursor(byHalfPages count: Int) {
    moveCursor(by: count * max(drawnEntries.count / 2, 1))
  }

  func moveCursor(to end: End) {
    setCursor(at: end == .first ? 0 : model.entries.value.count - 1)
  }

  /// The entry at a row of the list in the last frame.
  func entry(at line: Int) -> RoomListEntry? {
    drawnEntries.last { $0.line <= line }?.entry
  }

  func setCursor(_ id: RowID) {
    (cursorID, chosenID) = (id, id)
    keepCursor()
    tile.invalidate()
  }

  private func setCursor(at index: Int) {
    let entries = model.entries.value
    guard !entries.isEmpty else { return }
    setCursor(entries[min(max(index, 0), entries.count - 1)].id)
  }

  /// Moves the cursor from a removed entry to its successor, and from a folded invite to the line
  /// that stands for it.
  private func keepCursor() {
    let entries = model.entries.value
    if model.markedEntry.value == nil, let chosenID, let index = model.index(of: chosenID),
      entries.indices.contains(index),
      entries[index].id == chosenID
    {
      cursorID = chosenID
    }
    guard cursorID != nil, let cursor else { return }
    cursorIndex = cursor
    cursorID = model.entries.value[cursor].id
  }
}

extension RoomListView {
  /// What went wrong with the room or invite under the cursor, or else with the invites if it is on one of
  /// them; empty for nothing.
  var errorText: String {
    let error = cursorRow?.errorText.value ?? ""
    return error.isEmpty && isOnInvites ? model.invitesErrorText.value : error
  }

  private var isOnInvites: Bool {
    if case .moreInvites? = cursorEntry { return true }
    return cursorRow?.content.value.isInvite == true
  }

  var openAvailability: Availability { .shown(when: cursor != nil) }

  var declineAvailability: Availability {
    guard let row = cursorRow, row.content.value.isInvite else { return .hidden }
    return .when(row.decline.isEnabled.value, else: "Already in progress")
  }

  var retryAvailability: Availability {
    guard let row = cursorRow, !row.errorText.value.isEmpty else { return .hidden }
    return .when(row.retry.isEnabled.value, else: "Already in progress")
  }

  func retry() {
    cursorRow?.retry.execute()
  }
}

extension RoomListEntry {
  /// The entry's room or invite, if it has one.
  var row: RoomRowViewModel? {
    guard case .room(let row) = self else { return nil }
    return row
  }
}
