/// A text that equals only one with the same bytes, as in the database.
///
/// Strings that differ only in how characters are composed are equal in Swift.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactText, right: ExactText) -> Bool {
    // Most differ, and that the strings find out fast.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }
}
