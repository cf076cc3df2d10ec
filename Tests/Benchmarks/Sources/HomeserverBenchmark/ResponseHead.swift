/// The head of a response, and how to find the end of its body.
struct ResponseHead {
  enum Body {
    case inPlace(Range<Int>)
    /// A body that arrived in chunks.
    case joined([UInt8])
  }

  let status: Int
  /// The offset of the body.
  private let start: Int
  /// Nil for a chunked response.
  private let length: Int?

  /// Parses a head; nil if it is incomplete.
  init?(_ bytes: UnsafeRawBufferPointer) throws {
    guard let end = Bytes.find(Array("\r\n\r\n".utf8), in: bytes) else { return nil }
    start = end + 4
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw Failure("the server does not answer in HTTP/1.1")
    }
    self.status = status
    var length: Int?
    var isChunked = false
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].drop { $0 == " " }
      switch parts[0].lowercased() {
      case "content-length": length = Int(value)
      case "transfer-encoding": isChunked = value.lowercased() == "chunked"
      default: break
      }
    }
    guard isChunked || length != nil else { throw Failure("an answer of unknown length") }
    self.length = isChunked ? nil : length
  }

  /// The body; nil if it is incomplete.
  func body(in bytes: UnsafeRawBufferPointer) throws -> Body? {
    guard let length else { return try chunks(in: bytes).map(Body.joined) }
    return bytes.count - start >= length ? .inPlace(start..<start + length) : nil
  }

  private func chunks(in bytes: UnsafeRawBufferPointer) throws -> [UInt8]? {
    // Nothing can be joined before the end has arrived.
    guard bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8) else { return nil }
    var joined: [UInt8] = []
    var place = start
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      guard let line = Bytes.find([0x0D, 0x0A], in: rest) else { return nil }
      let size = rest[..<line].prefix { $0 != UInt8(ascii: ";") }
      guard let count = Int(String(decoding: size, as: UTF8.self), radix: 16), count >= 0 else {
        throw Failure("a chunk without a size")
      }
      if count == 0 { return joined }
      guard line + 2 + count + 2 <= rest.count else { return nil }
      joined += rest[(line + 2)..<(line + 2 + count)]
      place += line + 2 + count + 2
    }
  }
}
