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

  /// The spellings of a word in which ß and ss stand for each other: whoever searches may have only one of them
  /// on the keyboard, and the index keeps what was written.
  ///
  /// Of more than three such places, the others are taken as typed.
  ///
  /// - Parameter isBeginning: Whether the word may go on, so that its last s may be one half of them.
  static func spellings(of word: String, isBeginning: Bool) -> [String] {
    let letters = Array(word.lowercased().unicodeScalars)
    var forms = [String.UnicodeScalarView()]
    var index = 0
    while index < letters.count {
      let isPair = letters[index...].starts(with: ["s", "s"])
      let isHalf = isBeginning && letters[index] == "s" && index == letters.count - 1
      let isChoice = letters[index] == "ß" || isPair || isHalf
      if isChoice, forms.count < mostSpellings {
        forms = forms.flatMap {
          [$0 + (isHalf ? "s" : "ss").unicodeScalars, $0 + "ß".unicodeScalars]
        }
      } else {
        for form in forms.indices {
          forms[form].append(contentsOf: letters[index...].prefix(isPair ? 2 : 1))
        }
      }
      index += isPair ? 2 : 1
    }
    return forms.map { String($0) }
  }

  private static var mostSpellings: Int { 8 }

  /// Whether the index finds anything to look for in a text.
  static func hasWord(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .privateUse:
        true
      default: false
      }
    }
  }
}
