/// The kinds of edit that matter for undo and for consecutive kills.
enum LineEdit {
  /// Typed or pasted text; the end of a word closes the undo step.
  case insertion(isWordEnd: Bool)
  /// One character was removed.
  case deletion
  /// Text went into the kill buffer.
  case kill
  /// The text was replaced or yanked.
  case replacement
  /// Only the cursor moved.
  case move

  /// Whether this edit belongs to the same undo step as the previous one.
  func continues(_ previous: LineEdit?) -> Bool {
    switch (self, previous) {
    case (.insertion, .insertion(isWordEnd: false)): true
    case (.deletion, .deletion): true
    default: false
    }
  }
}
