/// The address of a web page or a mailbox.
package struct WebAddress: Hashable, Sendable {
  /// Bytes of an address that a link may have.
  package static let longest = 2_083

  /// The server's name with its port; the mailbox of a mail address.
  package let place: String
  private let text: String
  private let isMail: Bool
  private let isObvious: Bool

  /// Nil for an address of another kind.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    self.text = text
    if let mailbox = text.dropping(prefix: "mailto:") {
      place = String(mailbox.prefix { $0 != "?" })
      isMail = true
      isObvious = true
    } else if let rest = text.dropping(prefix: "https://") ?? text.dropping(prefix: "http://") {
      // Browsers take a backslash for a slash.
      let authority = rest.prefix { !"/\\?#".contains($0) }
      place =
        authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init)
        ?? ""
      isMail = false
      isObvious = !authority.contains("@")
    } else {
      return nil
    }
    guard (1...255).contains(place.utf8.count),
      place.unicodeScalars.allSatisfy({ $0.isPartOfPlace })
    else { return nil }
  }

  /// What to show beside a link's text; nil when the text is the address itself.
  package func addition(toText shown: String) -> String? {
    let shown = shown.bareAddress
    return isObvious && (shown == text.bareAddress || shown == place) ? nil : place
  }

  /// The address for another program, of visible ASCII alone.
  ///
  /// A mail address has no headers: with one of them, some mail programs attach a file.
  package var opened: String {
    let whole = isMail ? Substring(text).prefix { $0 != "?" } : Substring(text)
    return String(whole).visibleAddress
  }
}

extension String {
  /// An address in which everything but visible ASCII, and what no address has, is percent-encoded.
  package var visibleAddress: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\\"): result += "/"
      case 0x21...0x7E where !"\"'<>`{}|^".utf8.contains(byte):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the name of a server or a mailbox can have the scalar; others could hide a part of it.
  fileprivate var isPartOfPlace: Bool {
    value > 0x20 && value != 0x7F && !properties.isWhitespace
      && !properties.isDefaultIgnorableCodePoint && self != "(" && self != ")"
  }
}

extension StringProtocol {
  /// The rest after a prefix in either case.
  package func dropping(prefix: String) -> Substring? {
    guard utf8.count >= prefix.utf8.count else { return nil }
    let head = self.prefix(prefix.count)
    return head.lowercased() == prefix ? Substring(self[head.endIndex...]) : nil
  }

  /// Without the scheme, the slash at the end, and spaces around.
  fileprivate var bareAddress: String {
    let words = split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return String(self) }
    let rest = ["https://", "http://", "mailto:"].lazy.compactMap { word.dropping(prefix: $0) }
      .first
    let bare = rest ?? Substring(word)
    return String(bare.hasSuffix("/") ? bare.dropLast() : bare)
  }
}
