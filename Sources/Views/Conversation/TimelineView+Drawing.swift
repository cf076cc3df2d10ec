import Signals
import Terminal
import ViewModels

extension TimelineView {
  /// Adds the messages to a scene and returns what is visible of them.
  ///
  /// The selection shows only while the messages have the focus, or a question that was asked from there.
  func compose(in rect: Rect, marksSelection: Bool, into scene: inout Scene) -> TimelineWindow {
    let inputs = Inputs(size: rect.size, profile: .current, marksSelection: marksSelection)
    let hasChanged = tile.takeChange(inputs)
    let window = hasChanged ? arrange(rect.size) : window ?? arrange(rect.size)
    self.window = window
    scene.add(tile, at: rect, hasChanged: hasChanged) { [self] in
      draw(window, in: $0, marksSelection: marksSelection)
    }
    return window
  }

  private struct Inputs: Equatable {
    let size: Size
    let profile: WidthProfile
    let marksSelection: Bool
  }

  private func draw(_ window: TimelineWindow, in region: Region, marksSelection: Bool) {
    for item in window.items {
      switch item.content {
      case .history(let text):
        region.put(text, column: 1, row: item.top, .note, width: region.rect.columns - 2)
      case .row(let row, let layout):
        draw(
          row, layout, top: item.top,
          in: ground(of: row, marksSelection: marksSelection, in: region))
      }
    }
    if !window.emptyText.isEmpty {
      region.part(region.rect.inset(left: 1, right: 1).bottomRows(3))
        .paragraph(window.emptyText, .note)
    }
    if let (row, content) = window.edge {
      let ground = ground(of: row, marksSelection: marksSelection, in: region)
      drawEdge(content, columns: window.columns, in: ground)
    }
  }

  private func ground(
    of row: MessageRowViewModel, marksSelection: Bool, in region: Region
  ) -> Region {
    region.on(marksSelection && row.id == selectedID ? .selection : .plain)
  }

  private func draw(
    _ row: MessageRowViewModel, _ layout: MessageLayout, top: Int, in region: Region
  ) {
    for (index, spans) in layout.lines.enumerated() {
      let line = top + index
      guard (0..<region.rect.rows).contains(line) else { continue }
      if region.ground == .selection {
        region.fill(row: line)
        region.put("▌", row: line, .accent)
      }
      for span in spans {
        region.place(span.text, column: span.column, row: line, span.role, link: span.link)
      }
    }
    if let picture = layout.picture {
      pictures.draw(row, picture, top: top, in: region)
    }
  }

  /// Shows the sender of the message at the upper edge when its header line has scrolled away.
  ///
  /// The name uses the time and sender columns, which are otherwise empty.
  private func drawEdge(
    _ content: MessageRowContent, columns: MessageColumns, in region: Region
  ) {
    region.put(content.timeText, column: columns.timeColumn, .dim, width: columns.timeWidth)
    guard content.kind.hasSender else { return }
    region.put(
      content.senderText, column: columns.senderColumn, .sender(content.colorIndex),
      width: columns.senderWidth)
  }
}
