/// How many colours a terminal shows.
public enum ColorDepth: Sendable, Hashable, Comparable {
  /// None, or none wanted (`NO_COLOR`): attributes only.
  case monochrome

  /// The 8 basic ones.
  case basic

  /// 256: the user's 16, a cube and a grey ramp.
  case palette

  /// 24 bits per cell.
  case trueColor
}

/// Whether the terminal's own background is dark or light.
public enum TerminalBackground: Sendable, Hashable {
  /// Light text on a dark ground; assumed until the terminal says otherwise.
  case dark

  /// Dark text on a light ground.
  case light
}

/// What is known of the terminal that a canvas is drawn for.
public struct TerminalCapabilities: Sendable, Hashable {
  /// The number of colours.
  public var colorDepth: ColorDepth

  /// The kind of background.
  public var background: TerminalBackground

  /// Makes a description; without arguments that of a dark terminal with all colours.
  public init(colorDepth: ColorDepth = .trueColor, background: TerminalBackground = .dark) {
    self.colorDepth = colorDepth
    self.background = background
  }
}
