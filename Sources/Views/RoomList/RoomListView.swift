import Signals
import ViewModels

/// The list of invites, direct chats and rooms.
final class RoomListView {
  /// Ends of the list that the cursor can jump to.
  enum End { case first, last }

  let model: RoomListViewModel
  /// The entry under the cursor; the opened room until the cursor is moved.
  private(set) var cursorID: RowID?
  /// The first line of the list that is on the screen.
  var topLine = 0
  /// The entries on the screen with their first lines, from the top.
  var drawnRows: [(line: Int, row: RoomRowViewModel)] = []
  let cells: CellPool<RowID, RoomRowViewModel>
  private let needsDisplay: () -> Void
  private let watch: Watch

  init(model: RoomListViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    self.needsDisplay = needsDisplay
    cells = CellPool {
      RowCell(changed: needsDisplay) { row, watch in
        watch(row.flatMap(.latest) { $0.map { $0.content.map(Optional.some) } ?? Property(nil) })
        watch(row.flatMap(.latest) { $0?.busyText ?? Property("") })
        watch(row.flatMap(.latest) { $0?.errorText ?? Property("") })
      }
    }
    watch = Watch(needsDisplay)
    watch(model.rows)
    watch(model.emptyText)
    watch(model.selectedRow) { [weak self] row in
      if let row { self?.cursorID = row.id }
    }
  }

  /// The entry under the cursor.
  var cursorRow: RoomRowViewModel? {
    let rows = model.rows.value
    return rows.first { $0.id == cursorID } ?? rows.first
  }

  func moveCursor(by count: Int) {
    let rows = model.rows.value
    guard !rows.isEmpty else { return }
    let index = rows.firstIndex { $0.id == cursorID } ?? (count > 0 ? -1 : 0)
    setCursor(rows[min(max(index + count, 0), rows.count - 1)])
  }

  func moveCursor(to end: End) {
    let rows = model.rows.value
    guard let row = end == .first ? rows.first : rows.last else { return }
    setCursor(row)
  }

  /// The entry on a row of the list, as it was drawn last.
  func row(at line: Int) -> RoomRowViewModel? {
    drawnRows.last { $0.line <= line }?.row
  }

  /// Scrolls by moving the cursor.
  func scroll(by count: Int) {
    moveCursor(by: count)
  }

  func setCursor(_ row: RoomRowViewModel) {
    cursorID = row.id
    needsDisplay()
  }
}

extension RoomListView {
  var openAvailability: Availability { .shown(when: cursorRow != nil) }

  var declineAvailability: Availability {
    guard let row = cursorRow, row.content.value.isInvite else { return .hidden }
    return .when(row.decline.isEnabled.value, else: "Working on it already")
  }

  var retryAvailability: Availability {
    guard let row = cursorRow, !row.errorText.value.isEmpty else { return .hidden }
    return .when(row.retry.isEnabled.value, else: "Working on it already")
  }

  func retry() {
    cursorRow?.retry.execute()
  }
}
