/// The names of servers, as they stand in identifiers and addresses of media.
///
/// Source: Matrix specification, appendices, "Server Name".
package enum ServerNameGrammar {
  /// Whether a text consists of what names of servers consist of; it then cannot leave its place in a
  /// path.
  package static func mayBeName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 255 else { return false }
    return first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { isAlphanumeric($0) || isPunctuation($0) }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["),
      UInt8(ascii: "]"):
      true
    default: false
    }
  }

  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
