/// The kinds of edit that matter for undo and for kills in a row.
enum LineEdit {
  /// Typed or pasted text; a word's end closes the undo step.
  case insertion(isWordEnd: Bool)
  /// One character was removed.
  case deletion
  /// Text went into the kill buffer.
  case kill
  /// The text was replaced or yanked.
  case replacement
  /// Only the cursor moved.
  case move

  /// Whether this edit belongs to the same undo step as the one before.
  func continues(_ previous: LineEdit?) -> Bool {
    switch (self, previous) {
    case (.insertion, .insertion(isWordEnd: false)): true
    case (.deletion, .deletion): true
    default: false
    }
  }
}
