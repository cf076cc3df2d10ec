/// A surface in memory that records what was shown, for tests.
@MainActor
public final class RecordingSurface: Surface {
  /// The size of the next canvas; set it to simulate a resize.
  public var size: Size

  /// The capabilities that the surface reports.
  public var capabilities: TerminalCapabilities

  /// The last canvas shown.
  public private(set) var canvas: Canvas?

  /// The damage of each presented canvas, oldest first.
  public private(set) var damages: [Damage] = []

  /// A letter shown ahead of its frame.
  public struct Echo: Hashable, Sendable {
    /// The letter.
    public let letter: Unicode.Scalar
    /// Its colours and attributes.
    public let style: Style
    /// Its cell.
    public let cell: Point
  }

  /// The letters shown ahead of their frames, oldest first.
  public private(set) var echoes: [Echo] = []

  /// Creates a surface that has not shown anything yet.
  public init(size: Size, capabilities: TerminalCapabilities = TerminalCapabilities()) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Records a canvas.
  @discardableResult
  public func present(_ canvas: Canvas, damage: Damage) -> Bool {
    let isOther = canvas.screenText() != self.canvas?.screenText()
    self.canvas = canvas
    damages.append(damage)
    return isOther
  }

  /// Records a letter, if the canvas has a cursor.
  public func echo(_ letter: Unicode.Scalar, style: Style, after canvas: Canvas) {
    guard let cell = canvas.cursorCell else { return }
    echoes.append(Echo(letter: letter, style: style, cell: cell))
  }

  /// The rows of the last canvas as text; empty before the first canvas.
  public func screenText() -> [String] {
    canvas?.screenText() ?? []
  }
}
