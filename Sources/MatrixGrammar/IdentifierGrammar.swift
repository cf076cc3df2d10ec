/// What the identifiers of Matrix have in common: a sigil, and at most 255 bytes of visible text.
///
/// Source: Matrix specification, appendices, "Common Identifier Format".
package enum IdentifierGrammar {
  /// Whether a text is an identifier of which nothing else is known.
  ///
  /// Newer room versions make ids without a server. There is no white space and no control character in it.
  package static func isOpaque(_ text: String, sigil: Unicode.Scalar) -> Bool {
    guard text.unicodeScalars.first == sigil, (2...255).contains(text.utf8.count) else {
      return false
    }
    var text = text
    return text.withUTF8 { isVisible($0) }
  }

  /// By bytes, because a start with 2,000 rooms checks 25,000 identifiers.
  private static func isVisible(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      // U+0080 to U+009F are a byte C2 and one below A0.
      guard byte > 0x20, byte != 0x7F, last != 0xC2 || byte >= 0xA0 else { return false }
      last = byte
    }
    return true
  }
}

/// An identifier with a server, `<sigil>localpart:server`, in its parts.
package struct NamedIdentifier {
  package let localpart: Substring
  /// What stands behind the first colon.
  package let server: Substring

  /// Nil for what is none.
  package init?(_ text: String, sigil: Unicode.Scalar) {
    guard IdentifierGrammar.isOpaque(text, sigil: sigil),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    localpart = text[text.unicodeScalars.index(after: text.startIndex)..<colon]
    server = text[text.utf8.index(after: colon)...]
    guard !localpart.isEmpty, ServerNameGrammar.mayBeName(server) else { return nil }
  }
}
