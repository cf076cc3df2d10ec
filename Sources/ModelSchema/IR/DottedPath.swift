/// Keys with dots between them; a backslash escapes a dot inside a key.
enum DottedPath {
  static let mend =
    "Write keys with one dot between them, and '\\.' for a dot inside a key."

  /// The keys of a path; nil if one of them is empty.
  static func parts(of text: String) -> [String]? {
    var parts: [[UInt8]] = [[]]
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "\\"): parts[parts.count - 1].append(bytes.next() ?? byte)
      case UInt8(ascii: "."): parts.append([])
      default: parts[parts.count - 1].append(byte)
      }
    }
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
