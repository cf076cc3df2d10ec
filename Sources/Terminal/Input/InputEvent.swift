/// Something that came from the terminal.
public enum InputEvent: Sendable, Hashable {
  /// A key, typed characters included.
  case key(Key)

  /// Text that was pasted, exactly as the terminal gave it; sanitise it before it is drawn.
  case paste(String)

  /// A paste of more than ``InputDecoder/maximumPasteBytes``, of which nothing was kept.
  case oversizedPaste

  /// A mouse button or wheel.
  case mouse(MouseEvent)

  /// Whether the terminal's window has the keyboard now.
  case focus(Bool)

  /// An answer to a question that the program asked the terminal.
  case reply(TerminalReply)
}

/// What the mouse did, and where.
public struct MouseEvent: Sendable, Hashable {
  /// The kinds of mouse events.
  public enum Action: Sendable, Hashable {
    /// A button went down: 0 is left, 1 middle, 2 right.
    case press(button: Int)
    /// A button went up.
    case release(button: Int)
    /// The pointer moved with a button held.
    case drag(button: Int)
    /// The wheel turned away from the user.
    case scrollUp
    /// The wheel turned towards the user.
    case scrollDown
  }

  /// What happened.
  public let action: Action

  /// The cell under the pointer.
  public let position: Point

  /// The keys held.
  public let modifiers: Key.Modifiers

  /// Makes an event.
  public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// An answer of the terminal.
public enum TerminalReply: Sendable, Hashable {
  /// Where the cursor is (answer to `CSI 6 n`).
  case cursorPosition(Point)

  /// What the terminal is (DA1, answer to `CSI c`): a list of numbers.
  case primaryAttributes([Int])

  /// Which kitty keyboard modes are on (answer to `CSI ? u`); only terminals that know them answer.
  case keyboardFlags(Int)

  /// The state of a private mode (answer to `CSI ? mode $ p`): 0 unknown, 1 set, 2 reset.
  case mode(Int, state: Int)

  /// How new text would look (answer to `DCS $ q m ST`): the numbers of an SGR sequence, untrusted.
  case attributes(String)

  /// An operating system command: its number and the text after it, untrusted.
  case command(Int, String)
}
