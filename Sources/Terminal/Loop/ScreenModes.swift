/// The sequences that switch terminal modes on and off beyond what ncurses does.
struct ScreenModes {
  /// Switches on kitty's unambiguous keys; the terminal keeps these modes on a stack.
  static let pushKeyboard = Array("\u{1B}[>1u".utf8)

  /// Whether the terminal would print sequences that it does not know.
  let isPlain: Bool
  private(set) var reportsMouse: Bool

  /// The title of the window; nil while it has its own.
  var title: SafeText?

  /// Whether the terminal responded to the query for the kitty keyboard protocol.
  var hasKeyboardProtocol = false

  init(isPlain: Bool, reportsMouse: Bool) {
    self.isPlain = isPlain
    self.reportsMouse = reportsMouse
  }

  /// Switches on bracketed paste, focus reports, and the mouse if wanted.
  var enter: [UInt8] {
    if isPlain { return [] }
    let mouse = reportsMouse ? Self.mouseOn : ""
    // The terminal keeps its own title on a stack.
    let title = title.map { "\u{1B}[22;2t" + Self.setTitle($0) } ?? ""
    return Array("\u{1B}[?2004h\u{1B}[?1004h\(mouse)\(title)".utf8)
  }

  private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

  /// Has the mouse reported from now on, or no longer.
  mutating func changeMouse(to reportsMouse: Bool) -> [UInt8] {
    guard reportsMouse != self.reportsMouse else { return [] }
    self.reportsMouse = reportsMouse
    return isPlain ? [] : Array((reportsMouse ? Self.mouseOn : Self.mouseOff).utf8)
  }

  /// Changes the title; the first one is pushed on the stack of the terminal's own.
  func changeTitle(from last: SafeText?) -> [UInt8] {
    guard let title, !isPlain else { return [] }
    return Array(((last == nil ? "\u{1B}[22;2t" : "") + Self.setTitle(title)).utf8)
  }

  private static func setTitle(_ title: SafeText) -> String { "\u{1B}]2;\(title)\u{1B}\\" }

  var leave: [UInt8] {
    if isPlain { return [] }
    let mouse = reportsMouse ? Self.mouseOff : ""
    let keyboard = hasKeyboardProtocol ? "\u{1B}[<u" : ""
    // Terminals without a stack of titles show none, instead of one that is wrong.
    let title = title == nil ? "" : Self.setTitle(.empty) + "\u{1B}[23;2t"
    return Array("\(keyboard)\(mouse)\(title)\u{1B}[?1004l\u{1B}[?2004l".utf8)
  }

  /// Resets all of this and what ncurses set, for a crash: colours, cursor, main screen.
  var crashReset: [UInt8] {
    isPlain ? Array("\r\n".utf8) : leave + Array("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l\r\n".utf8)
  }

  /// Copies a text to the terminal's clipboard (OSC 52); terminals that do not allow it ignore it.
  func clipboard(base64: String) -> [UInt8] {
    isPlain ? [] : Array("\u{1B}]52;c;\(base64)\u{7}".utf8)
  }

  /// Prints a family of three and a thumb with a skin tone, and queries the cursor after each.
  ///
  /// Uses the second row, because a response for the first row looks like a key.
  var clusterQuestions: [UInt8] {
    let start = "\u{1B}[2;1H"
    let ask = "\u{1B}[6n"
    return isPlain ? [] : Array("\(start)👩\u{200D}👩\u{200D}👧\(ask)\(start)👍🏽\(ask)\u{1B}[H".utf8)
  }

  /// Sets a 24-bit colour, queries the attributes, and restores everything.
  ///
  /// Only for terminals whose attributes (DA1) begin with a conformance level of 61 or above: some
  /// of the others print the query.
  static let colorQuestion = Array(
    "\u{1B}7\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}8".utf8)

  /// Queries the background colour, the kitty protocol, the name and version (XTVERSION), and last
  /// DA1, to which every terminal responds.
  var questions: [UInt8] {
    isPlain ? [] : Array("\u{1B}]11;?\u{1B}\\\u{1B}[?u\u{1B}[>q\u{1B}[c".utf8)
  }
}
