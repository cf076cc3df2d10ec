/// A program's choices for its terminal.
public struct TerminalOptions: Sendable {
  /// The source of a terminfo entry named `chat-direct` for 24-bit colours; nil to do without.
  public var directColorTerminfoSource: String?

  /// The program's directory for compiled terminfo entries; created when needed.
  public var cacheDirectory: String

  /// What the user wants at the start.
  public var wishes: TerminalWishes

  /// Creates options.
  public init(
    directColorTerminfoSource: String?, cacheDirectory: String,
    wishes: TerminalWishes = TerminalWishes()
  ) {
    self.directColorTerminfoSource = directColorTerminfoSource
    self.cacheDirectory = cacheDirectory
    self.wishes = wishes
  }
}

/// What the user wants of the terminal, whatever is known of it.
public struct TerminalWishes: Sendable, Hashable {
  /// Whether the mouse is reported; the terminal's text selection then needs Shift.
  public var reportsMouse: Bool

  /// The background that colours are chosen for; nil for that of the terminal.
  public var background: TerminalBackground?

  /// Whether to do without colours.
  public var isMonochrome: Bool

  /// Whether text can lead somewhere when it is clicked on; nil where the terminal is known to do that.
  public var showsLinks: Bool?

  /// Creates wishes; by default, there are none.
  public init(
    reportsMouse: Bool = false, background: TerminalBackground? = nil, isMonochrome: Bool = false,
    showsLinks: Bool? = nil
  ) {
    self.reportsMouse = reportsMouse
    self.background = background
    self.isMonochrome = isMonochrome
    self.showsLinks = showsLinks
  }

  /// The capabilities to draw for on a terminal that has some.
  public func applied(to known: TerminalCapabilities) -> TerminalCapabilities {
    TerminalCapabilities(
      colorDepth: isMonochrome ? .monochrome : known.colorDepth,
      background: background ?? known.background, showsLinks: showsLinks ?? known.showsLinks)
  }
}

/// Why a terminal cannot be used.
public enum TerminalError: Error, Sendable, Hashable {
  /// Standard input or output is not a terminal.
  case notATerminal

  /// The terminal type in `TERM` is missing, unknown, or cannot position the cursor.
  case unusableType(String)

  /// A system call failed with this error number.
  case system(Int32)
}
