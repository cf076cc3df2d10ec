/// What a program decides about its terminal.
public struct TerminalOptions: Sendable {
  /// The source of a terminfo entry named `chat-direct` for 24-bit colours; nil to do without.
  public var directColorTerminfoSource: String?

  /// A folder of the program's own where compiled terminfo entries are kept; made when needed.
  public var cacheDirectory: String

  /// Whether the mouse is reported; the terminal's own selection needs Shift then.
  public var reportsMouse: Bool

  /// Makes options.
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
  /// Standard input or output is no terminal.
  case notATerminal

  /// The terminal type, as in `TERM`, is missing, unknown, or cannot place the cursor.
  case unusableType(String)

  /// A system call failed with this error number.
  case system(Int32)
}
