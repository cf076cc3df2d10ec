import Terminal

/// The positions of a conversation's parts in its pane.
struct ConversationLayout: Equatable {
  let heading: Rect
  let timeline: Rect
  /// The line above the composer or prompt.
  let rule: Rect
  let input: Rect
  /// The divider column and the member list, when there is room for them.
  let membersDivider: Int?
  let members: Rect?

  /// The narrowest pane that shows the members: that of a terminal of 140 columns.
  static let minimumColumnsWithMembers = 111

  /// Divides a pane; the input takes `inputRows`, but leaves the messages at least two rows.
  ///
  /// - Parameter showsMembers: Whether the members are shown where there is room for them.
  init(pane: Rect, inputRows: Int, showsMembers: Bool = true) {
    let membersColumns = showsMembers ? Self.membersColumns(of: pane.columns) : 0
    if membersColumns > 0 {
      membersDivider = pane.maxColumn - membersColumns - 1
      members = pane.inset(left: pane.columns - membersColumns)
    } else {
      membersDivider = nil
      members = nil
    }
    let main = pane.inset(right: membersColumns > 0 ? membersColumns + 1 : 0)
    let headingRows = pane.rows >= 10 ? 2 : 1
    let rows = min(max(inputRows, 1), max(pane.rows - headingRows - 3, 1))
    heading = main.topRows(headingRows)
    input = main.bottomRows(rows)
    rule = Rect(column: main.minColumn, row: input.minRow - 1, columns: main.columns, rows: 1)
    timeline = main.inset(top: headingRows, bottom: rows + 1)
  }

  /// Whether a pane has room for the members beside the messages.
  static func fitsMembers(_ pane: Rect) -> Bool { pane.columns >= minimumColumnsWithMembers }

  /// The width left by the messages, within bounds; message lines stay short enough to read easily.
  private static func membersColumns(of columns: Int) -> Int {
    guard columns >= minimumColumnsWithMembers else { return 0 }
    return min(max(columns - MessageColumns.widestUsed - 1, 24), 36)
  }
}
