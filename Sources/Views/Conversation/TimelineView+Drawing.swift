import Signals
import Terminal
import ViewModels

extension TimelineView {
  /// Draws the messages in the window; the selection is shown while they have the focus.
  func draw(in region: Region, hasFocus: Bool) {
    let rect = region.rect
    noteDrawing(width: rect.columns, height: rect.rows)
    let rows = model.rows.value
    let above = model.historyText.value.isEmpty ? 0 : 1
    let columns = MessageColumns(width: rect.columns)
    let first = scroll.slices(of: content(width: rect.columns), lines: rect.rows)
    let visible = first.filter { $0.index >= above }.map { rows[$0.index - above] }
    cells.show(visible.map { ($0.id, $0) })
    for row in visible { pictures.request(row, columns: columns) }
    // A picture that was at hand has changed the height of its row.
    for slice in scroll.slices(of: content(width: rect.columns), lines: rect.rows) {
      if slice.index < above {
        region.put(
          model.historyText.value, column: 1, row: slice.top, .dim, width: rect.columns - 2)
      } else {
        draw(
          rows[slice.index - above], top: slice.top, columns: columns, in: region,
          hasFocus: hasFocus)
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
