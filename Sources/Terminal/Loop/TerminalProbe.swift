import CNcurses
import Glibc

/// Looks at the terminal before anything is changed, and opens ncurses on it.
@MainActor
struct TerminalProbe {
  /// The terminal's modes as found.
  let modes: termios
  /// What the terminal calls itself.
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

  /// The window's size; 80 by 24 if nobody knows.
  static var windowSize: Size {
    var columns: Int32 = 80
    var rows: Int32 = 24
    _ = ct_window_size(STDOUT_FILENO, &columns, &rows)
    return Size(columns: min(Int(columns), 1000), rows: min(Int(rows), 1000))
  }

  /// Starts ncurses, and tells how many colours it may use and which description it took.
  func openScreen(
    options: TerminalOptions
  ) throws(TerminalError) -> (screen: OpaquePointer, depth: ColorDepth, kind: String) {
    let kind = TerminalKind(type: type) { ct_is_known($0) != 0 }
    guard let kind else { throw .unusableType(type) }
    let isPromised = ct_promises_direct_color() != 0
    let wantsColor = (Self.variable("NO_COLOR") ?? "").isEmpty && !kind.isMonochrome
    if wantsColor, let screen = openDirect(options, isPromised: isPromised) {
      return (screen, .trueColor, type)
    }
    guard let screen = open(kind.name) else { throw .unusableType(type) }
    guard wantsColor, has_colors() else { return (screen, .monochrome, kind.name) }
    start_color()
    use_default_colors()
    return (screen, Self.depth(colors: ct_colors(), isDirect: isPromised), kind.name)
  }

  private static func depth(colors: Int32, isDirect: Bool) -> ColorDepth {
    switch colors {
    // Numbers above the palette are red, green and blue in one.
    case (1 << 24)... where isDirect: .trueColor
    case 256...: .palette
    case 8...: .basic
    default: .monochrome
    }
  }

  private func openDirect(_ options: TerminalOptions, isPromised: Bool) -> OpaquePointer? {
    guard
      DirectColorEntry.fits(type: type, isPromised: isPromised, environment: Self.variable),
      let source = options.directColorTerminfoSource,
      let folder = DirectColorEntry(source: source, cacheDirectory: options.cacheDirectory)
        .directory()
    else { return nil }
    let saved = Self.variable("TERMINFO_DIRS")
    // An empty element stands for the folders that are searched anyway.
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
    // Otherwise ncurses looks at the input while it paints, and may stop halfway.
    typeahead(-1)
    return screen
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
