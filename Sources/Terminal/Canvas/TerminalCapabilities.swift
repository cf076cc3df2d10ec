/// The number of colours that a terminal shows.
public enum ColorDepth: Sendable, Hashable, Comparable {
  /// No colours, or none wanted (`NO_COLOR`): attributes only.
  case monochrome

  /// The 8 basic colours.
  case basic

  /// 256 colours: 16 user-defined ones, a cube and a grey ramp.
  case palette

  /// 24-bit colour.
  case trueColor
}

/// Whether the terminal's default background is dark or light.
public enum TerminalBackground: Sendable, Hashable {
  /// Light text on a dark background; assumed until the terminal reports otherwise.
  case dark

  /// Dark text on a light background.
  case light
}

/// The known capabilities of the terminal for which a canvas is drawn.
public struct TerminalCapabilities: Sendable, Hashable {
  /// The number of colours.
  public var colorDepth: ColorDepth

  /// The kind of background.
  public var background: TerminalBackground

  /// Whether text can lead somewhere when it is clicked on.
  public var showsLinks: Bool

  /// Creates a description; the default is a dark terminal with all colours and without links.
  public init(
    colorDepth: ColorDepth = .trueColor, background: TerminalBackground = .dark,
    showsLinks: Bool = false
  ) {
    self.colorDepth = colorDepth
    self.background = background
    self.showsLinks = showsLinks
  }
}
