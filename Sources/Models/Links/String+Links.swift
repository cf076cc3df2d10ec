extension String {
  /// The addresses that stand in a text, at most some dozens: web pages, mailboxes and Matrix links.
  package var links: [String] {
    var found: [String] = []
    for word in unicodeScalars.split(whereSeparator: \.endsAddress) {
      guard found.count < Self.mostLinks else { break }
      if let link = Substring(word).link { found.append(link) }
    }
    return found
  }

  private static let mostLinks = 50
}

extension Substring {
  /// The address in a word, without what the sentence puts around it.
  fileprivate var link: String? {
    guard let start = linkStart else { return nil }
    let link = self[start...].withoutPunctuation
    guard link.utf8.count <= WebAddress.longest else { return nil }
    let address = String(link)
    return MatrixLink.owns(address) || WebAddress(address) != nil ? address : nil
  }

  private var linkStart: Index? {
    var last: Character = " "
    for index in indices {
      let character = self[index]
      defer { last = character }
      guard "hHmM".contains(character), !last.isLetter, !last.isNumber else { continue }
      let rest = self[index...]
      let begins = ["https://", "http://", "mailto:", "matrix:"].contains {
        rest.prefix($0.utf8.count).lowercased() == $0
      }
      if begins { return index }
    }
    return nil
  }

  /// A closing bracket belongs to the address when the opening one does.
  private var withoutPunctuation: Substring {
    var rest = self
    guard utf8.count <= 2 * WebAddress.longest else { return rest }
    while let last = rest.last {
      switch last {
      case ".", ",", ";", ":", "!", "?", "'", "*", "_", "~", "…": rest.removeLast()
      case ")" where rest.lacks("(", for: ")"), "]" where rest.lacks("[", for: "]"),
        "}" where rest.lacks("{", for: "}"):
        rest.removeLast()
      default: return rest
      }
    }
    return rest
  }

  private func lacks(_ opening: Character, for closing: Character) -> Bool {
    count { $0 == opening } < count { $0 == closing }
  }
}

extension Unicode.Scalar {
  /// Whether no address goes on behind the scalar: white space, quotes, and what cannot be seen.
  fileprivate var endsAddress: Bool {
    value <= 0x20 || value == 0x7F || properties.isWhitespace
      || properties.isDefaultIgnorableCodePoint || "<>\"“”«»".unicodeScalars.contains(self)
      || properties.generalCategory == .control
  }
}
