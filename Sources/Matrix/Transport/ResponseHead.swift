import HTTPTypes

/// Parses the head of a response line by line, with its description of the body.
struct ResponseHead {
  private(set) var status = 0
  private(set) var headers = HTTPFields()
  /// True when a byte of a response has arrived.
  private(set) var hasBegun = false
  private var isOver = false
  private var size = 0

  /// No legitimate head is larger; a hostile server could otherwise fill the memory.
  private static let largest = 256 << 10

  /// Takes the next line; true when it ends the head of the final response.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
    // Trailers after the body are ignored.
    guard !isOver else { return false }
    hasBegun = true
    size += line.count
    guard size <= Self.largest else { throw .malformed("the head of the response is too large") }
    let text = String(decoding: line, as: UTF8.self).trimmed
    if text.hasPrefix("HTTP/") {
      try begin(text)
    } else if text.isEmpty {
      // An interim response precedes the final one.
      isOver = !(100..<200).contains(status)
    } else {
      try add(text, isFolded: line.first == 0x20 || line.first == 0x09)
    }
    return isOver
  }

  /// The body length that the server declares.
  ///
  /// Two different lengths are an error: an intermediary may believe the other one.
  func length() throws(TransportError) -> Int? {
    let texts = Set(headers.list(.contentLength))
    guard let text = texts.first else { return nil }
    guard texts.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let length = Int(text)
    else { throw .malformed("the response length is ambiguous") }
    return length
  }

  /// True when the body is compressed with gzip, the only coding that was requested.
  func isCompressed() throws(TransportError) -> Bool {
    let transfer = headers.list(.transferEncoding).filter { $0 != "identity" }
    guard transfer.isEmpty || transfer == ["chunked"] else { throw Self.unasked }
    let content = headers.list(.contentEncoding).filter { $0 != "identity" }
    guard content.isEmpty || content == ["gzip"] || content == ["x-gzip"] else {
      throw Self.unasked
    }
    return !content.isEmpty
  }

  private static let unasked = TransportError.malformed(
    "a content coding that was not requested")

  private mutating func begin(_ line: String) throws(TransportError) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let status = Int(words[1]), (100...999).contains(status) else {
      throw .malformed("the response is not HTTP")
    }
    self.status = status
    headers = HTTPFields()
  }

  private mutating func add(_ line: String, isFolded: Bool) throws(TransportError) {
    guard !isFolded, let colon = line.firstIndex(of: ":"),
      let name = HTTPField.Name(String(line[..<colon]))
    else { throw .malformed("the head of the response is damaged") }
    headers.append(
      HTTPField(name: name, value: String(line[line.index(after: colon)...]).trimmed))
  }
}

extension HTTPFields {
  /// The list members of all fields with a name, in lower case.
  fileprivate func list(_ name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { value in
      value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }
  }
}
