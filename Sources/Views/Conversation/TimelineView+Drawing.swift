import Signals
import Terminal
import ViewModels

extension TimelineView {
  /// Draws the messages in the window; the selection is shown while they have the focus.
  func draw(in region: Region, hasFocus: Bool) {
    let rect = region.rect
    noteDrawing(width: rect.columns, height: rect.rows)
    let rows = model.rows.value
    let hasHistory = !model.historyText.value.isEmpty
    let columns = MessageColumns(width: rect.columns)
    let slices = scroll.slices(of: content(width: rect.columns), lines: rect.rows)
    let visible = slices.compactMap { slice -> MessageRowViewModel? in
      let index = hasHistory ? slice.index - 1 : slice.index
      return index < 0 ? nil : rows[index]
    }
    cells.show(visible.map { ($0.id, $0) })
    for row in visible { pictures.request(row, columns: columns) }
    var rest = visible[...]
    for slice in slices {
      if hasHistory, slice.index == 0 {
        region.put(
          model.historyText.value, column: 1, row: slice.top, .dim, width: rect.columns - 2)
      } else if let row = rest.popFirst() {
        draw(row, top: slice.top, columns: columns, in: region, hasFocus: hasFocus)
      }
    }
    if rows.isEmpty, !model.emptyText.value.isEmpty {
      region.part(rect.inset(left: 1, right: 1).bottomRows(3))
        .paragraph(model.emptyText.value, .dim)
    }
  }

  private func draw(
    _ row: MessageRowViewModel, top: Int, columns: MessageColumns, in region: Region,
    hasFocus: Bool
  ) {
    let layout = layout(of: row, columns: columns)
    let isSelected = hasFocus && row.id == selectedID
    let ground = region.on(isSelected ? .selection : .plain)
    for (index, spans) in layout.lines.enumerated() {
      let line = top + index
      guard (0..<region.rect.rows).contains(line) else { continue }
      if isSelected {
        ground.fill(row: line)
        ground.put("▌", row: line, .accent)
      }
      for span in spans { ground.place(span.text, column: span.column, row: line, span.role) }
    }
    if let picture = layout.picture {
      pictures.draw(row, picture, top: top, in: ground)
    }
  }
}
