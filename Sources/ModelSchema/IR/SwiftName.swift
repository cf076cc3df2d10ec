/// Derives Swift identifiers from texts in schemas.
///
/// Keywords are not escaped here; the generator escapes them where they are used.
package enum SwiftName {
  /// The longest name that is accepted.
  package static let maximumByteCount = 128

  /// A name for a field or a case: `avatar_url` and `avatar-url` become `avatarURL`.
  ///
  /// Nil if the text contains no usable character.
  package static func member(from text: String) -> String? {
    let words = words(of: text)
    guard let first = words.first else { return nil }
    let name = lowercasedHead(first) + words.dropFirst().map(capitalized).joined()
    return finished(name)
  }

  /// A name for a type: `m.room.message` becomes `MRoomMessage`.
  package static func type(from text: String) -> String? {
    let name = words(of: text).map(capitalized).joined()
    guard let first = name.utf8.first, name.utf8.count <= maximumByteCount else { return nil }
    // Not the name of a member, which may be declared beside the type.
    return isDigit(first) ? "T" + name : name
  }

  /// Whether the text is already an identifier (ASCII letters, digits, underscores).
  package static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= maximumByteCount else { return false }
    return (isLetter(first) || first == UInt8(ascii: "_")) && text != "_"
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static func finished(_ name: String) -> String? {
    guard let first = name.utf8.first, name.utf8.count <= maximumByteCount else { return nil }
    return isDigit(first) ? "_" + name : name
  }

  /// Splits at all characters that a name cannot contain; existing capitals stay.
  private static func words(of text: String) -> [String] {
    text.utf8.split { !isLetter($0) && !isDigit($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Words that the API design guidelines write in uniform case.
  private static let acronyms: Set<String> = [
    "api", "html", "http", "https", "id", "ids", "ip", "json", "mac", "mxc", "sdp", "sha256", "uri",
    "url", "urls", "utf8", "uuid",
  ]

  private static func capitalized(_ word: String) -> String {
    if acronyms.contains(word) {
      return word == "ids" || word == "urls"
        ? word.dropLast().uppercased() + "s" : word.uppercased()
    }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The first word of a member begins in lower case: `URL` becomes `url`, `DisplayName`
  /// `displayName`.
  private static func lowercasedHead(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }.count
    guard capitals > 0 else { return word }
    if capitals == word.count { return word.lowercased() }
    let small = capitals == 1 ? 1 : capitals - 1
    return word.prefix(small).lowercased() + word.dropFirst(small)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
