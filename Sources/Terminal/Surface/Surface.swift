/// How much of a frame must be sent to the terminal.
public enum Damage: Sendable, Hashable {
  /// Only the differences from the last frame.
  case changes

  /// The whole frame, because the content of the terminal is unknown.
  case everything
}

/// A device that shows canvases.
@MainActor
public protocol Surface: AnyObject {
  /// The current size in cells.
  var size: Size { get }

  /// The capabilities of the surface.
  var capabilities: TerminalCapabilities { get }

  /// Shows a canvas; a canvas of another size is clipped.
  ///
  /// Returns whether a cell is another one than before.
  @discardableResult
  func present(_ canvas: Canvas, damage: Damage) -> Bool

  /// Shows a letter, one column wide, at the cursor of the canvas presented last, and moves the cursor
  /// behind it.
  ///
  /// The next canvas presented replaces it by what it has there. Does nothing where the letter would
  /// change more than its cell.
  func echo(_ letter: Unicode.Scalar, style: Style, after canvas: Canvas)
}
