import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Layout")
struct LayoutTests {
  @Test(
    "the panes tile the screen",
    arguments: [(40, 8), (55, 18), (69, 24), (70, 24), (100, 30), (200, 60), (400, 120)])
  func tiling(columns: Int, rows: Int) {
    for showsList in [false, true] {
      let layout = MainLayout(size: Size(columns: columns, rows: rows), showsList: showsList)
      let divider = layout.dividerColumn == nil ? 0 : rows - 2
      let parts = [layout.status, layout.footer] + [layout.list, layout.pane].compactMap(\.self)

      let cells = parts.reduce(divider) { $0 + $1.columns * $1.rows }

      #expect(cells == columns * rows)
      #expect(layout.hasTwoPanes == (columns >= 70))
      #expect((layout.list != nil) == (columns >= 70 || showsList))
    }
  }

  @Test("the list is 28 columns wide, and slightly wider on wide screens")
  func listColumns() {
    let widths = [70, 100, 160, 200, 300].map {
      MainLayout(size: Size(columns: $0, rows: 24), showsList: true).list?.columns
    }
    #expect(widths == [28, 28, 32, 40, 40])
  }

  @Test("a conversation keeps rows for its messages", arguments: [1, 5, 99], [6, 9, 10, 30])
  func conversation(inputRows: Int, rows: Int) {
    let pane = Rect(column: 29, row: 1, columns: 71, rows: rows)

    let layout = ConversationLayout(pane: pane, inputRows: inputRows)

    let parts = [layout.heading, layout.timeline, layout.rule, layout.input]
    #expect(parts.reduce(0) { $0 + $1.rows } == rows)
    #expect(layout.timeline.rows >= 2)
    #expect(layout.input.rows >= 1)
    for (upper, lower) in zip(parts, parts.dropFirst()) { #expect(upper.maxRow == lower.minRow) }
  }

  @Test(
    "a wide conversation shows its members beside messages of at most 100 columns",
    arguments: [110, 111, 159, 180, 300])
  func members(columns: Int) {
    let pane = Rect(column: 41, row: 1, columns: columns, rows: 40)

    let layout = ConversationLayout(pane: pane, inputRows: 1)

    #expect(MessageColumns(width: layout.timeline.columns).bodyWidth <= 100)
    guard let members = layout.members, let divider = layout.membersDivider else {
      #expect(columns < 111)
      #expect(layout.timeline.columns == columns)
      return
    }
    #expect(columns >= 111)
    #expect((24...36).contains(members.columns))
    #expect(members.maxColumn == pane.maxColumn)
    #expect(divider == members.minColumn - 1)
    for part in [layout.heading, layout.timeline, layout.rule, layout.input] {
      #expect(part.maxColumn == divider)
    }
    if columns >= 160 { #expect(MessageColumns(width: layout.timeline.columns).bodyWidth == 100) }
  }
}
