import CNcurses
import Glibc

/// What can be told of the terminal without changing it.
public struct TerminalReport: Sendable, Hashable {
  /// The type in `TERM`; empty without one.
  public var type: String

  /// The name of the terminfo description that a session would use; nil when none comes close.
  public var description: String?

  /// The colours that a session would begin with.
  public var colorDepth: ColorDepth

  /// The size of the window; nil when standard output is no terminal.
  public var size: Size?

  /// Whether the locale has UTF-8.
  public var isUTF8: Bool

  /// Creates a report.
  public init(
    type: String, description: String?, colorDepth: ColorDepth, size: Size?, isUTF8: Bool
  ) {
    self.type = type
    self.description = description
    self.colorDepth = colorDepth
    self.size = size
    self.isUTF8 = isUTF8
  }

  /// The report of the terminal that the program runs in.
  ///
  /// - Parameter environment: The value of a variable.
  @MainActor public static func current(environment: (String) -> String?) -> TerminalReport {
    setlocale(LC_CTYPE, "")
    let isUTF8 = ct_codeset_is_utf8() != 0
    let type = environment("TERM") ?? ""
    let kind =
      type.isEmpty || type == "dumb" ? nil : TerminalKind(type: type) { ct_is_known($0) != 0 }
    return TerminalReport(
      type: type, description: kind?.name,
      colorDepth: kind.map { depth(type, $0, environment) } ?? .monochrome,
      size: isatty(STDOUT_FILENO) == 1 ? TerminalProbe.windowSize : nil, isUTF8: isUTF8)
  }

  private static func depth(
    _ type: String, _ kind: TerminalKind, _ environment: (String) -> String?
  ) -> ColorDepth {
    guard (environment("NO_COLOR") ?? "").isEmpty, !kind.isMonochrome else { return .monochrome }
    let isPromised = ct_promises_direct_color() != 0
    if DirectColorEntry.fits(type: type, isPromised: isPromised, environment: environment) {
      return .trueColor
    }
    switch ct_described_colors() {
    case 256...: return .palette
    case 8...: return .basic
    default: return .monochrome
    }
  }
}
