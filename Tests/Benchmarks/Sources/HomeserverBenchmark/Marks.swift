import CWaiting

/// The mark in the text of each message that records when it was sent.
enum Marks {
  private static let start = Array("load~".utf8)
  private static let end = UInt8(ascii: "~")

  /// A text with the mark, padded to a length.
  static func text(sent: Int, length: Int) -> String {
    let mark = "load~\(sent)~"
    return mark + String(repeating: "x", count: max(length - mark.utf8.count, 0))
  }

  /// Calls `body` with the sending time of each mark in some bytes.
  static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    var rest = bytes
    while let place = Bytes.find(start, in: rest) {
      rest = UnsafeRawBufferPointer(rebasing: rest[(place + start.count)...])
      var sent = 0
      var digits = 0
      for byte in rest {
        guard byte != end, digits < 18 else { break }
        sent = sent * 10 + Int(byte &- UInt8(ascii: "0"))
        digits += 1
      }
      body(sent)
    }
  }
}

/// Search in bytes with the system's functions.
enum Bytes {
  /// The first occurrence of a pattern.
  static func find(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress,
      let found = cwaiting_find(start, bytes.count, pattern, pattern.count)
    else { return nil }
    return found - start
  }

  /// The bytes between a pattern and the next occurrence of a byte.
  static func value(after pattern: [UInt8], until end: UInt8, in bytes: UnsafeRawBufferPointer)
    -> String?
  {
    guard let place = find(pattern, in: bytes) else { return nil }
    let rest = bytes[(place + pattern.count)...]
    return String(decoding: rest.prefix { $0 != end }, as: UTF8.self)
  }
}
