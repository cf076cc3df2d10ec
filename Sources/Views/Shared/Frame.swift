import Terminal

/// The frame that is being drawn: a canvas and how things look on it.
///
/// Views share it by reference, so that a part of the screen is a plain value; between frames the
/// canvas is an empty one.
final class Frame {
  var canvas = Canvas(size: Size(columns: 0, rows: 0))
  /// The column of the line between two panes, which lines across a pane join.
  var dividerColumn: Int?
  private(set) var theme = Theme(TerminalCapabilities())

  /// Draws into somebody's canvas, without copying its cells.
  func draw(into canvas: inout Canvas, _ body: (Region) -> Void) {
    swap(&canvas, &self.canvas)
    defer { swap(&canvas, &self.canvas) }
    let capabilities = self.canvas.capabilities
    if theme.capabilities != capabilities { theme = Theme(capabilities) }
    self.canvas.cursor = nil
    dividerColumn = nil
    body(Region(frame: self, rect: self.canvas.bounds))
  }
}
