import Signals
import Terminal
import ViewModels

extension TimelineView {
  /// The sender of the message at the upper edge, when that message has no room for the name.
  struct Speaker: Equatable {
    let senderText: String
    let colorIndex: Int
    let timeText: String
  }

  /// Draws the visible messages; the selection shows only while the messages have the focus.
  ///
  /// Returns the sender to show above the upper edge, if any.
  func draw(in region: Region, hasFocus: Bool) -> Speaker? {
    let rect = region.rect
    noteDrawing(width: rect.columns, height: rect.rows)
    let rows = model.rows.value
    let above = model.historyText.value.isEmpty ? 0 : 1
    let columns = MessageColumns(width: rect.columns)
    let first = scroll.slices(of: content(width: rect.columns), lines: rect.rows)
    let visible = first.filter { $0.index >= above }.map { rows[$0.index - above] }
    cells.show(visible.map { ($0.id, $0) })
    for row in visible { pictures.request(row, columns: columns) }
    // A picture that was already loaded has changed the height of its row.
    let slices = scroll.slices(of: content(width: rect.columns), lines: rect.rows)
    for slice in slices {
      if slice.index < above {
        region.put(
          model.historyText.value, column: 1, row: slice.top, .note, width: rect.columns - 2)
      } else {
        draw(
          rows[slice.index - above], top: slice.top, columns: columns,
          in: ground(of: rows[slice.index - above], hasFocus: hasFocus, in: region))
      }
    }
    if rows.isEmpty, !model.emptyText.value.isEmpty {
      region.part(rect.inset(left: 1, right: 1).bottomRows(3))
        .paragraph(model.emptyText.value, .note)
    }
    guard let edge = slices.first, edge.index >= above, edge.top <= 0 else { return nil }
    let row = rows[edge.index - above]
    return drawEdge(
      row.content.value, isCut: edge.top < 0, columns: columns,
      in: ground(of: row, hasFocus: hasFocus, in: region))
  }

  private func ground(
    of row: MessageRowViewModel, hasFocus: Bool, in region: Region
  ) -> Region {
    region.on(hasFocus && row.id == selectedID ? .selection : .plain)
  }

  private func draw(
    _ row: MessageRowViewModel, top: Int, columns: MessageColumns, in region: Region
  ) {
    let layout = layout(of: row, columns: columns)
    for (index, spans) in layout.lines.enumerated() {
      let line = top + index
      guard (0..<region.rect.rows).contains(line) else { continue }
      if region.ground == .selection {
        region.fill(row: line)
        region.put("▌", row: line, .accent)
      }
      for span in spans { region.place(span.text, column: span.column, row: line, span.role) }
    }
    if let picture = layout.picture {
      pictures.draw(row, picture, top: top, in: region)
    }
  }

  /// Shows the sender of the message at the upper edge when its header line has scrolled away.
  ///
  /// The name uses the time and sender columns, which are otherwise empty.
  private func drawEdge(
    _ content: MessageRowContent, isCut: Bool, columns: MessageColumns, in region: Region
  ) -> Speaker? {
    let hasSender = content.kind.hasSender
    guard isCut || hasSender && !content.showsSender else { return nil }
    guard !columns.isStacked else {
      return hasSender
        ? Speaker(
          senderText: content.senderText, colorIndex: content.colorIndex,
          timeText: content.timeText) : nil
    }
    region.put(content.timeText, column: columns.timeColumn, .dim, width: columns.timeWidth)
    if hasSender {
      region.put(
        content.senderText, column: columns.senderColumn, .sender(content.colorIndex),
        width: columns.senderWidth)
    }
    return nil
  }
}

extension MessageRowKind {
  /// Whether rows of this kind show their sender.
  fileprivate var hasSender: Bool {
    switch self {
    case .message, .notice, .emote, .locked: true
    case .event, .changes, .day, .newMarker: false
    }
  }
}
