/// Names of files and folders, built from identifiers that strangers choose.
enum FileName {
  /// The longest name in bytes: the limit of file systems, minus room for what is added around it.
  static let longest = 200

  /// Joins parts into one name; different parts never give the same name.
  ///
  /// Letters, digits, dots and hyphens stay readable, every other byte becomes `_` and two
  /// hexadecimal digits; commas separate the parts. Nil when the name would be too long.
  static func joining(_ parts: [String]) -> String? {
    var name = parts.first.map(escaped) ?? ""
    // Not `joined`, whose first use takes a third of the time in which a start finds its account.
    for part in parts.dropFirst() { name += "," + escaped(part) }
    return name.utf8.count <= longest ? name : nil
  }

  /// The parts that were joined into a name; nil when it is not such a name.
  static func parts(of name: String) -> [String]? {
    var parts: [String] = []
    for part in name.split(separator: ",", omittingEmptySubsequences: false) {
      guard let text = unescaped(part) else { return nil }
      parts.append(text)
    }
    return joining(parts) == name ? parts : nil
  }

  /// Whether a text can be such a name.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longest && text != "." && text != ".."
      && text.utf8.allSatisfy { isPlain($0) || "_,".utf8.contains($0) }
  }

  private static func escaped(_ part: String) -> String {
    part.utf8.reduce(into: "") { text, byte in
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
      }
    }
  }

  private static func unescaped(_ part: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = part.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "_") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(Substring(rest.prefix(2)), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
