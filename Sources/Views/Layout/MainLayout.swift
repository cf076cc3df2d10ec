import Terminal

/// The positions of the main screen's parts.
///
/// From 70 columns, the room list and the conversation appear side by side; on narrower screens,
/// one of them fills the screen.
struct MainLayout: Equatable {
  /// The smallest screen that is drawn.
  static let minimumColumns = 40
  static let minimumRows = 8
  /// The smallest width with two panes.
  static let twoPaneColumns = 70

  let status: Rect
  /// The room list, when visible.
  let list: Rect?
  /// The column of the divider between the panes.
  let dividerColumn: Int?
  /// The conversation or the profile, when visible.
  let pane: Rect?
  let footer: Rect

  /// Whether both panes are visible.
  var hasTwoPanes: Bool { list != nil && pane != nil }

  init(size: Size, showsList: Bool, footerRows: Int = 1) {
    let screen = Rect(origin: .zero, size: size)
    status = screen.topRows(1)
    footer = screen.bottomRows(footerRows)
    let content = screen.inset(top: 1, bottom: footerRows)
    if size.columns >= Self.twoPaneColumns {
      let listColumns = Self.listColumns(of: size.columns)
      list = Rect(column: 0, row: content.minRow, columns: listColumns, rows: content.rows)
      dividerColumn = listColumns
      pane = content.inset(left: listColumns + 1)
    } else {
      dividerColumn = nil
      list = showsList ? content : nil
      pane = showsList ? nil : content
    }
  }

  /// The list's width: 28 columns, up to 40 on wide screens.
  private static func listColumns(of columns: Int) -> Int {
    min(max(28, columns / 5), 40)
  }
}
