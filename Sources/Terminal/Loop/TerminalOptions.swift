/// A program's choices for its terminal.
public struct TerminalOptions: Sendable {
  /// The source of a terminfo entry named `chat-direct` for 24-bit colours; nil to do without.
  public var directColorTerminfoSource: String?

  /// The program's directory for compiled terminfo entries; created when needed.
  public var cacheDirectory: String

  /// Whether the mouse is reported; the terminal's text selection then needs Shift.
  public var reportsMouse: Bool

  /// Creates options.
  public init(
    directColorTerminfoSource: String?, cacheDirectory: String, reportsMouse: Bool = false
  ) {
    self.directColorTerminfoSource = directColorTerminfoSource
    self.cacheDirectory = cacheDirectory
    self.reportsMouse = reportsMouse
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
