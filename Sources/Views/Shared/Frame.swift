import Terminal

/// The frame being drawn: a canvas and its theme.
///
/// Views share the frame by reference, so a region is a plain value. Between frames the canvas is
/// empty.
final class Frame {
  var canvas = Canvas(size: Size(columns: 0, rows: 0))
  private(set) var theme = Theme(TerminalCapabilities())

  /// Draws into the caller's canvas without copying its cells.
  func draw(into canvas: inout Canvas, _ body: (Region) -> Void) {
    swap(&canvas, &self.canvas)
    defer { swap(&canvas, &self.canvas) }
    let capabilities = self.canvas.capabilities
    if theme.capabilities != capabilities { theme = Theme(capabilities) }
    self.canvas.cursor = nil
    body(Region(frame: self, rect: self.canvas.bounds))
  }
}
