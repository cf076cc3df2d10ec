extension URIReference {
  /// Whether Foundation makes a URL of a text, which can therefore be the default of a field.
  ///
  /// Foundation escapes what a path, a query or a fragment must not contain, but refuses an empty
  /// text, a path that begins like a scheme, and what is no host or port. A host in other letters
  /// than ASCII does not count, because only Foundation knows which of them it encodes.
  static func isURL(_ text: String) -> Bool {
    guard !text.isEmpty else { return false }
    let reference = URIReference(text)
    if let authority = reference.authority { return isAuthority(authority) }
    return reference.scheme != nil || !reference.path.prefix { $0 != "/" }.contains(":")
  }

  private static func isAuthority(_ text: String) -> Bool {
    guard !text.unicodeScalars.contains(where: isForbidden), hasWholeEscapes(text) else {
      return false
    }
    var port = text[(text.lastIndex(of: "@").map(text.index(after:)) ?? text.startIndex)...]
    if port.first == "[" {
      guard let end = port.firstIndex(of: "]"), isAddress(port[..<end].dropFirst()) else {
        return false
      }
      port = port[port.index(after: end)...]
    } else {
      guard !port.contains(where: "[]".contains) else { return false }
      port = port.drop { $0 != ":" }
    }
    return port.isEmpty
      || port.first == ":" && port.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAddress(_ text: Substring) -> Bool {
    text.contains(":") && text.allSatisfy { $0.isASCII && ($0.isHexDigit || ":.".contains($0)) }
  }

  private static func hasWholeEscapes(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return parts.dropFirst().allSatisfy { part in
      part.count >= 2 && part.prefix(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar <= " " || scalar > "~" || "\"<>\\^`{|}".unicodeScalars.contains(scalar)
  }
}
