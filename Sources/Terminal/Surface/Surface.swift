/// How much of a frame must be sent to the terminal.
public enum Damage: Sendable, Hashable {
  /// What differs from the last frame.
  case changes

  /// All of it: nobody knows what the terminal shows.
  case everything
}

/// Something that shows canvases.
@MainActor
public protocol Surface: AnyObject {
  /// The number of cells that the surface has now.
  var size: Size { get }

  /// What the surface can show.
  var capabilities: TerminalCapabilities { get }

  /// Shows a canvas; one of another size is shown as far as it fits.
  func present(_ canvas: Canvas, damage: Damage)
}
