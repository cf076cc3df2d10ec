/// What a part of the screen asks of the screen as a whole.
struct ScreenHost {
  /// Asks for a new frame.
  let needsDisplay: () -> Void
  /// Says in the footer, until the next key, what a key led to.
  let notify: (String) -> Void
  /// Puts a text into the clipboard of the terminal.
  let copy: (String) -> Void
  /// Opens the list of what can be done where the focus is.
  let openMenu: () -> Void
}
