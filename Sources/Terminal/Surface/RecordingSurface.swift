/// A surface in memory that keeps what was shown, for tests.
@MainActor
public final class RecordingSurface: Surface {
  /// The size that the next canvas should have; set it to play a resize.
  public var size: Size

  /// What the surface claims to show.
  public var capabilities: TerminalCapabilities

  /// The last canvas shown.
  public private(set) var canvas: Canvas?

  /// The damage of each present, oldest first.
  public private(set) var damages: [Damage] = []

  /// Makes a surface that has shown nothing yet.
  public init(size: Size, capabilities: TerminalCapabilities = TerminalCapabilities()) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Keeps a canvas.
  public func present(_ canvas: Canvas, damage: Damage) {
    self.canvas = canvas
    damages.append(damage)
  }

  /// The rows of the last canvas as text; none before the first.
  public func screenText() -> [String] {
    canvas?.screenText() ?? []
  }
}
