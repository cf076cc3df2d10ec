import Signals
import Terminal
import ViewModels

extension TimelineView {
  /// Lays out the rows in a window; the drawing then shows these and nothing else.
  func arrange(_ size: Size) -> TimelineWindow {
    noteDrawing(width: size.columns, height: size.rows)
    let columns = MessageColumns(
      width: size.columns, height: size.rows, timeWidth: model.timeWidth.value)
    let rows = model.rows.value
    let above = model.historyText.value.isEmpty ? 0 : 1
    var slices = scroll.slices(of: content(width: size.columns), lines: size.rows)
    let visible = slices.filter { $0.index >= above }.map { rows[$0.index - above] }
    cells.show(visible.map { ($0.id, $0) })
    for row in visible { pictures.request(row, columns: columns) }
    var items = items(of: slices, columns: columns)
    if zip(items, slices).contains(where: { $0.height != $1.height }) {
      // A picture that was already loaded has changed the height of its row.
      slices = scroll.slices(of: content(width: size.columns), lines: size.rows)
      items = self.items(of: slices, columns: columns)
    }
    prepareAhead()
    let edge = edge(of: slices.first.flatMap { $0.index < above ? nil : $0 }) { rows[$0 - above] }
    return TimelineWindow(
      items: items, columns: columns, edge: columns.isStacked ? nil : edge,
      speaker: columns.isStacked ? edge.flatMap { Self.speaker(of: $0.content) } : nil,
      above: newAbove(Self.rows(of: slices, below: above)),
      below: below, emptyText: rows.isEmpty ? model.emptyText.value : "")
  }

  /// What is new above the rows in the window.
  private func newAbove(_ visible: Range<Int>) -> NewAbove? {
    guard model.hasUnseenBeginning else {
      seenNew = []
      return nil
    }
    if model.isSeen.value { seenNew.formUnion(model.rows.value[visible].map(\.id)) }
    return NewAbove(model, visible: visible, seen: seenNew, wasAbove: window?.above != nil)
  }

  /// The indexes of the rows in the window, which stand below `above` other items.
  private static func rows(
    of slices: [TimelineScroll<ItemID>.Slice], below above: Int
  ) -> Range<Int> {
    guard let first = slices.first, let last = slices.last, last.index >= above else {
      return 0..<0
    }
    return max(first.index - above, 0)..<last.index - above + 1
  }

  private func items(
    of slices: [TimelineScroll<ItemID>.Slice], columns: MessageColumns
  ) -> [TimelineWindow.Item] {
    let rows = model.rows.value
    let above = model.historyText.value.isEmpty ? 0 : 1
    return slices.map { slice in
      guard slice.index >= above else {
        return .init(top: slice.top, content: .history(model.historyText.value))
      }
      let row = rows[slice.index - above]
      return .init(top: slice.top, content: .row(row, layout(of: row, columns: columns)))
    }
  }

  /// The row at the upper edge, if its own line with time and sender has scrolled away.
  private func edge(
    of slice: TimelineScroll<ItemID>.Slice?, row: (Int) -> MessageRowViewModel
  ) -> (row: MessageRowViewModel, content: MessageRowContent)? {
    guard let slice, slice.top <= 0 else { return nil }
    let row = row(slice.index)
    let content = row.content.value
    let isCut = slice.top < 0
    return isCut || content.kind.hasSender && !content.showsSender ? (row, content) : nil
  }

  private static func speaker(of content: MessageRowContent) -> TimelineWindow.Speaker? {
    guard content.kind.hasSender else { return nil }
    return TimelineWindow.Speaker(
      senderText: content.senderText, colorIndex: content.colorIndex, timeText: content.timeText)
  }

  private var below: TimelineWindow.Below {
    guard !scroll.isAtEnd else { return .nothing }
    let count = arrivedBelow.messages
    return count > 0 ? .new(count, isLeast: model.hasNewer.value) : .more
  }
}
