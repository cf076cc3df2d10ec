import HTTPTypes

/// The part of some content that a request asks for.
///
/// Source: RFC 9110, sections 13.1.5 and 14.
enum ByteRange: Hashable, Sendable {
  case whole
  case part(Range<Int>)
  /// The content ends before the part begins.
  case unsatisfiable

  /// Several parts at once, other units and mistakes are answered with the whole, as the RFC allows.
  init(_ headers: HTTPFields, of media: StoredMedia) {
    self = .whole
    if let condition = headers[.ifRange], condition != media.tag { return }
    guard let text = headers[.range], text.hasPrefix("bytes=") else { return }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, !(ends[0].isEmpty && ends[1].isEmpty),
      let first = Self.number(ends[0], or: -1), let last = Self.number(ends[1], or: .max - 1)
    else { return }
    let size = media.size
    // Without a beginning, the number counts from the end.
    let start = ends[0].isEmpty ? max(size - last, 0) : first
    let end = ends[0].isEmpty ? size : min(last + 1, size)
    guard ends[0].isEmpty || first <= last else { return }
    self = start < end ? .part(start..<end) : .unsatisfiable
  }

  private static func number(_ text: Substring, or other: Int) -> Int? {
    if text.isEmpty { return other }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      number < .max
    else { return nil }
    return number
  }
}

extension StoredMedia {
  /// The content of an id never changes, so the id is its tag.
  var tag: String { "\"\(id.text)\"" }
}

extension Response {
  /// The response with only a part of its file, and with what a client needs to ask for the rest.
  func cut(to range: ByteRange, of media: StoredMedia, at path: String) -> Response {
    var response = self
    response.headers[.eTag] = media.tag
    response.headers[.acceptRanges] = "bytes"
    switch range {
    case .whole: break
    case .part(let part):
      response.status = 206
      response.body = .file(path: path, size: part.count, from: part.lowerBound)
      let last = part.upperBound - 1
      response.headers[.contentRange] = "bytes \(part.lowerBound)-\(last)/\(media.size)"
    case .unsatisfiable:
      response = .error(MatrixError(416, "M_UNKNOWN", "the content is shorter"))
      response.headers[.contentRange] = "bytes */\(media.size)"
    }
    return response
  }
}
