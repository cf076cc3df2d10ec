import Models

/// Texts and words as the index of messages divides them.
enum IndexedText {
  /// The text with spaces around the letters that are words of their own, which the index's tokenizer takes
  /// for parts of one.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isWordOfItsOwn) else { return text }
    var spaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.isWordOfItsOwn else {
        spaced.append(scalar)
        continue
      }
      spaced.append(" ")
      spaced.append(scalar)
      spaced.append(" ")
    }
    return String(spaced)
  }
}
