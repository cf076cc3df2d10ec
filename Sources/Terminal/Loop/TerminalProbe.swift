import CNcurses
import Glibc

/// Inspects the terminal before changing anything, and opens ncurses on it.
@MainActor
struct TerminalProbe {
  /// The terminal's modes at the start.
  let modes: termios
  /// The terminal's type.
  let type: String

  init() throws(TerminalError) {
    var modes = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &modes) == 0 else {
      throw .notATerminal
    }
    self.modes = modes
    type = Self.variable("TERM") ?? ""
    guard !type.isEmpty, type != "dumb" else { throw .unusableType(type) }
  }

  /// Whether the terminal prints sequences that it does not know.
  var isPlain: Bool {
    type.hasPrefix("linux") || type.hasPrefix("vt") || type.hasPrefix("ansi")
  }

  /// The window's size; 80 by 24 if it is unknown.
  static var windowSize: Size {
    var columns: Int32 = 80
    var rows: Int32 = 24
    _ = ct_window_size(STDOUT_FILENO, &columns, &rows)
    return Size(columns: min(Int(columns), 1000), rows: min(Int(rows), 1000))
  }

  /// A screen on which ncurses was started.
  struct Screen {
    let pointer: OpaquePointer

    /// The name of the terminfo description in use.
    let kind: String
    let depth: ColorDepth

    /// Whether it can show 24-bit colour as soon as the terminal confirms its support.
    var mayGainColors = false
  }

  /// Starts ncurses.
  func openScreen(options: TerminalOptions) throws(TerminalError) -> Screen {
    let kind = TerminalKind(type: type) { ct_is_known($0) != 0 }
    guard let kind else { throw .unusableType(type) }
    let isPromised = ct_promises_direct_color() != 0
    let hasPalette = ct_described_colors() >= 256
    let wantsColor = (Self.variable("NO_COLOR") ?? "").isEmpty && !kind.isMonochrome
    if wantsColor {
      let hasDirect = DirectColorEntry.fits(
        type: type, isPromised: isPromised, environment: Self.variable)
      if hasDirect, let screen = openDirect(options) {
        return Screen(pointer: screen, kind: type, depth: .trueColor)
      }
      if hasPalette, mayTellColors, let screen = openDirect(options) {
        return Screen(pointer: screen, kind: kind.name, depth: .palette, mayGainColors: true)
      }
    }
    guard let screen = open(kind.name) else { throw .unusableType(type) }
    guard wantsColor, has_colors() else {
      return Screen(pointer: screen, kind: kind.name, depth: .monochrome)
    }
    start_color()
    use_default_colors()
    let depth = Self.depth(colors: ct_colors(), isDirect: isPromised)
    return Screen(pointer: screen, kind: kind.name, depth: depth)
  }

  /// Whether to query the terminal about 24-bit colour.
  ///
  /// A multiplexer cannot be queried: it responds for itself, or passes the query on to the outer
  /// terminal.
  private var mayTellColors: Bool {
    let isInside = type.hasPrefix("tmux") || type.hasPrefix("screen")
    return !isInside
      && DirectColorEntry.fits(type: type, isPromised: true, environment: Self.variable)
  }

  private static func depth(colors: Int32, isDirect: Bool) -> ColorDepth {
    switch colors {
    // Numbers above the palette hold red, green and blue.
    case (1 << 24)... where isDirect: .trueColor
    case 256...: .palette
    case 8...: .basic
    default: .monochrome
    }
  }

  private func openDirect(_ options: TerminalOptions) -> OpaquePointer? {
    guard let source = options.directColorTerminfoSource,
      let folder = DirectColorEntry(source: source, cacheDirectory: options.cacheDirectory)
        .directory()
    else { return nil }
    let saved = Self.variable("TERMINFO_DIRS")
    // An empty element stands for the default directories.
    setenv("TERMINFO_DIRS", "\(folder):\(saved ?? "")", 1)
    defer {
      if let saved { setenv("TERMINFO_DIRS", saved, 1) } else { unsetenv("TERMINFO_DIRS") }
    }
    guard let screen = open(DirectColorEntry.name) else { return nil }
    start_color()
    use_default_colors()
    return screen
  }

  private func open(_ name: String) -> OpaquePointer? {
    guard let screen = newterm(name, ct_stdout(), ct_stdin()) else { return nil }
    guard ct_has_string("cup") != 0 else {
      endwin()
      delscreen(screen)
      return nil
    }
    raw()
    noecho()
    nonl()
    // Otherwise ncurses checks for input while it paints, and may stop halfway.
    typeahead(-1)
    // Otherwise ncurses writes after each movement of the cursor, 75 times for a page of messages: on a
    // screen that was never left it takes each for one of a program that uses nothing else.
    endwin()
    return screen
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
