/// The services that the whole screen offers to its parts.
struct ScreenHost {
  /// Requests a new frame.
  let needsDisplay: () -> Void
  /// Shows a key's result in the footer until the next key; an empty text ends that.
  let notify: (String) -> Void
  /// The same for a result that comes later than its key.
  let report: (String) -> Void
  /// A conversation opens where none was.
  let noteOpening: () -> Void
  /// A conversation opened in the place of another one.
  let noteSwitch: () -> Void
  /// Copies text to the terminal's clipboard, and shows words about it as a result.
  let copy: (String, String) -> Void
  /// Opens an address in another program.
  let open: (String) -> Void
  /// Opens a file in another program.
  let openFile: (String) -> Void
  /// Reads files from the clipboard; the closure gets what it has.
  let readClipboard: (@escaping (ClipboardContent) -> Void) -> Void
  /// Opens a text in the user's editor; the closure gets the outcome.
  let edit: (String, @escaping (EditedText) -> Void) -> Void
  /// Opens the menu of actions for the focused part.
  let openMenu: () -> Void
  /// The key of an action, for a sentence.
  let key: (String) -> String
}
