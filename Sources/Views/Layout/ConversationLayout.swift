import Terminal

/// Where the parts of a conversation stand in its pane.
struct ConversationLayout: Equatable {
  let heading: Rect
  let timeline: Rect
  /// The line above the composer or the question.
  let rule: Rect
  let input: Rect

  /// Divides a pane; the input takes `inputRows`, but leaves the messages at least two rows.
  init(pane: Rect, inputRows: Int) {
    let headingRows = pane.rows >= 10 ? 2 : 1
    let rows = min(max(inputRows, 1), max(pane.rows - headingRows - 3, 1))
    heading = pane.topRows(headingRows)
    input = pane.bottomRows(rows)
    rule = Rect(column: pane.minColumn, row: input.minRow - 1, columns: pane.columns, rows: 1)
    timeline = pane.inset(top: headingRows, bottom: rows + 1)
  }
}
