/// A text that equals only a text with the same bytes, as in the database.
///
/// Swift's strings are equal even if their characters are composed differently.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactText, right: ExactText) -> Bool {
    // Most texts differ, and comparing strings finds that out fast.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }
}
