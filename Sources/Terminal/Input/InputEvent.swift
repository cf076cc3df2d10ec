/// An event from the terminal.
public enum InputEvent: Sendable, Hashable {
  /// A key press, including typed characters.
  case key(Key)

  /// Pasted text, exactly as the terminal sent it; sanitise it before drawing.
  case paste(String)

  /// A paste larger than ``InputDecoder/maximumPasteBytes``, whose text was dropped.
  case oversizedPaste

  /// A mouse button or wheel.
  case mouse(MouseEvent)

  /// Whether the terminal window has the keyboard focus.
  case focus(Bool)

  /// A response to a query that the program sent to the terminal.
  case reply(TerminalReply)
}

extension InputEvent {
  /// Whether the event is a key that inserts a character.
  var isText: Bool {
    guard case .key(let key) = self, case .character = key.code else { return false }
    return key.modifiers.isEmpty
  }
}

/// A mouse action and its position.
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

  /// The modifier keys that were held.
  public let modifiers: Key.Modifiers

  /// Creates an event.
  public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// A response of the terminal.
public enum TerminalReply: Sendable, Hashable {
  /// The cursor position (response to `CSI 6 n`).
  case cursorPosition(Point)

  /// The type of the terminal (DA1, response to `CSI c`): a list of numbers.
  case primaryAttributes([Int])

  /// The active kitty keyboard modes (response to `CSI ? u`); only terminals with that protocol
  /// respond.
  case keyboardFlags(Int)

  /// The state of a private mode (response to `CSI ? mode $ p`): 0 unknown, 1 set, 2 reset.
  case mode(Int, state: Int)

  /// The current text attributes (response to `DCS $ q m ST`): the numbers of an SGR sequence,
  /// untrusted.
  case attributes(String)

  /// The terminal's name and version (XTVERSION, response to `CSI > q`), untrusted.
  case version(String)

  /// An OSC sequence: its number and the text after it, untrusted.
  case command(Int, String)
}
