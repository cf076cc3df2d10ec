import HTTPTypes

/// What a server said of the whole content of which a part has arrived, so that the rest can be asked for.
struct KnownContent: Hashable, Sendable {
  /// The longest tag that is kept, in bytes.
  private static let longestTag = 256

  /// The server's name for exactly these bytes.
  let tag: String
  let byteCount: Int

  /// Nil unless the response is the whole, has a length, and a tag that another response can be compared
  /// with.
  ///
  /// Source: RFC 9110, sections 8.8.3 and 13.1.5.
  init?(_ response: BodyStart) {
    guard response.status == 200, let byteCount = response.length, let tag = response.headers[.eTag]
    else { return nil }
    self.init(tag: tag, byteCount: byteCount)
  }

  /// Reads what `text` wrote.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let byteCount = Int(parts[0]) else { return nil }
    self.init(tag: String(parts[1]), byteCount: byteCount)
  }

  private init?(tag: String, byteCount: Int) {
    guard byteCount > 0, tag.count >= 2, tag.utf8.count <= Self.longestTag,
      tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.tag = tag
    self.byteCount = byteCount
  }

  var text: String { "\(byteCount) \(tag)" }

  /// Asks for what comes behind a number of bytes, or for all when the content is another one now.
  ///
  /// Source: RFC 9110, section 14.2.
  func request(after received: Int) -> HTTPFields {
    [.range: "bytes=\(received)-", .ifRange: tag]
  }

  /// Whether a response is what comes behind a number of bytes of this content.
  ///
  /// Source: RFC 9110, section 14.4.
  func isContinued(by response: BodyStart, after received: Int) -> Bool {
    let last = byteCount - 1
    return response.status == 206 && response.headers[.eTag] == tag
      && response.headers[.contentRange] == "bytes \(received)-\(last)/\(byteCount)"
      && response.length ?? (byteCount - received) == byteCount - received
  }
}
