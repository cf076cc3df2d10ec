import Signals
import ViewModels

/// How far tables that do not fit have moved to the left, in columns of the screen.
struct TableShift {
  let row: RowID
  let columns: Int
}

/// Tables that are wider than the messages.
extension TimelineView {
  /// The columns that are left out at the left of a row's tables.
  func shift(of row: MessageRowViewModel) -> Int {
    guard let tableShift, tableShift.row == row.id, row.id == selectedID else { return 0 }
    return tableShift.columns
  }

  /// Whether the selected message has more of a table to show at the right (1) or the left (-1).
  func tableAvailability(_ direction: Int) -> Availability {
    .shown(when: nextShift(direction) != nil)
  }

  /// Shows more of the selected message's tables.
  func moveTables(_ direction: Int) {
    guard let row = selectedRow, let columns = nextShift(direction) else { return }
    tableShift = TableShift(row: row.id, columns: columns)
    tile.invalidate()
  }

  /// Half of the message stays in view.
  private func nextShift(_ direction: Int) -> Int? {
    guard let row = selectedRow, row.content.value.formattedBody != nil else { return nil }
    let columns = MessageColumns(
      width: drawnWidth, height: drawnHeight, timeWidth: model.timeWidth.value)
    let overflow = layout(of: row, columns: columns).overflow
    let now = min(shift(of: row), overflow)
    let next = min(max(now + direction * max(columns.bodyWidth / 2, 1), 0), overflow)
    return next == now ? nil : next
  }
}
