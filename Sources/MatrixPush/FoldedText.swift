/// A text without the difference of capital and small letters, as scalars.
package struct FoldedText: Sendable {
  let scalars: [Unicode.Scalar]

  /// Of a longer text than `limit` bytes, its beginning.
  package init(_ text: String, limit: Int = 65_536) {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(min(text.utf8.count, limit))
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= limit else { break }
      if scalar.isASCII {
        scalars.append(scalar.asciiLowercase)
      } else {
        scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    self.scalars = scalars
  }

  /// Whether a word or a part of the text may end before an index, or begin there.
  func isEdge(_ index: Int) -> Bool {
    guard index > 0, index < scalars.count else { return true }
    return !(scalars[index - 1].isOfWord && scalars[index].isOfWord)
  }

  /// Whether the text has another one as a word of its own.
  package func contains(word: FoldedText) -> Bool {
    var steps = PushSteps()
    return Glob(literal: word).isInWords(of: self, &steps)
  }
}

/// How much work one event may cost, whoever wrote the rules and the event.
struct PushSteps {
  private var left = 4_000_000

  /// Takes a step; false when there are none left.
  mutating func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

extension Unicode.Scalar {
  fileprivate var asciiLowercase: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) + 32) : self
  }

  /// Whether it is a part of words: letters, digits, marks, and what connects them.
  fileprivate var isOfWord: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self)
        || ("0"..."9").contains(self) || self == "_"
    }
    if properties.isAlphabetic || properties.isJoinControl { return true }
    switch properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
      return true
    default: return false
    }
  }
}
