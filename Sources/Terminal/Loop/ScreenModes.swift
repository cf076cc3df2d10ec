/// The sequences that switch on and off what the program wants of the terminal beyond ncurses.
struct ScreenModes {
  /// Switches on kitty's unambiguous keys; the terminal keeps a stack of them.
  static let pushKeyboard = Array("\u{1B}[>1u".utf8)

  /// Whether the terminal is a plain one that would print sequences that it does not know.
  let isPlain: Bool
  let reportsMouse: Bool

  /// Whether the terminal answered the question for kitty's keys.
  var hasKeyboardProtocol = false

  init(isPlain: Bool, reportsMouse: Bool) {
    self.isPlain = isPlain
    self.reportsMouse = reportsMouse
  }

  /// Bracketed paste, focus reports, and the mouse if wanted.
  var enter: [UInt8] {
    if isPlain { return [] }
    let mouse = reportsMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""
    return Array("\u{1B}[?2004h\u{1B}[?1004h\(mouse)".utf8)
  }

  var leave: [UInt8] {
    if isPlain { return [] }
    let mouse = reportsMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : ""
    let keyboard = hasKeyboardProtocol ? "\u{1B}[<u" : ""
    return Array("\(keyboard)\(mouse)\u{1B}[?1004l\u{1B}[?2004l".utf8)
  }

  /// All of it and what ncurses does, for a crash: colours, cursor, ordinary screen.
  var crashReset: [UInt8] {
    isPlain ? Array("\r\n".utf8) : leave + Array("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\r\n".utf8)
  }

  /// Puts a text into the terminal's clipboard (OSC 52); terminals that do not allow it ignore it.
  func clipboard(base64: String) -> [UInt8] {
    isPlain ? [] : Array("\u{1B}]52;c;\(base64)\u{7}".utf8)
  }

  /// A family of three and a thumb with a skin tone, the cursor asked for after each.
  ///
  /// In the second row, because an answer for the first looks like a key.
  var clusterQuestions: [UInt8] {
    let start = "\u{1B}[2;1H"
    let ask = "\u{1B}[6n"
    return isPlain ? [] : Array("\(start)👩\u{200D}👩\u{200D}👧\(ask)\(start)👍🏽\(ask)\u{1B}[H".utf8)
  }

  /// Takes a 24-bit colour, asks what became of it, and puts everything back.
  ///
  /// Only terminals whose attributes (DA1) begin with a level of conformance, 61 or above, may be
  /// asked: some of the others print the question.
  static let colorQuestion = Array(
    "\u{1B}7\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}8".utf8)

  /// Background colour, kitty's keys, and last what every terminal answers.
  var questions: [UInt8] {
    isPlain ? [] : Array("\u{1B}]11;?\u{1B}\\\u{1B}[?u\u{1B}[c".utf8)
  }
}
