import Terminal

/// What is to be said of the terminal.
enum TerminalFindings {
  static func of(_ report: TerminalReport) -> [Finding] {
    [description(report), colors(report), size(report), locale(report)]
  }

  private static func description(_ report: TerminalReport) -> Finding {
    guard !report.type.isEmpty else {
      return .failed("terminal", "TERM is not set: set it, for example to xterm-256color")
    }
    guard let used = report.description else {
      return .failed(
        "terminal",
        "the type \(report.type) cannot be used: set TERM, for example to xterm-256color")
    }
    guard used == report.type else {
      return .warning(
        "terminal",
        "the type \(report.type) is not known here, \(used) is used (Debian package ncurses-term)")
    }
    return .ok("terminal", used)
  }

  private static func colors(_ report: TerminalReport) -> Finding {
    switch report.colorDepth {
    case .trueColor: .ok("colours", "24-bit")
    case .palette: .ok("colours", "256, or more if the terminal says so when the screen opens")
    case .basic: .warning("colours", "8: pictures look better in a terminal with 256")
    case .monochrome: .warning("colours", "none, because of TERM or NO_COLOR")
    }
  }

  private static func size(_ report: TerminalReport) -> Finding {
    guard let size = report.size else {
      return .warning("size", "not known, because the output is no terminal")
    }
    let text = "\(size.columns)x\(size.rows)"
    return size.columns >= 50 && size.rows >= 15
      ? .ok("size", text) : .warning("size", "\(text): the screen is made for 50x15 or more")
  }

  private static func locale(_ report: TerminalReport) -> Finding {
    report.isUTF8
      ? .ok("locale", "UTF-8")
      : .warning("locale", "not UTF-8: set LANG, for example to C.UTF-8")
  }
}
