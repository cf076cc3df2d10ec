/// The declared type of content, reduced to its type, subtype and charset, which are safe to repeat.
///
/// Source: RFC 9110, section 8.3.1.
struct MediaType: Hashable, Sendable {
  /// The type of content without a valid declaration.
  static let unknown = MediaType(essence: "application/octet-stream", charset: nil)
  /// In bytes.
  private static let maximumLength = 255

  /// `type/subtype` in lower case.
  let essence: String
  /// In lower case.
  let charset: String?

  private init(essence: String, charset: String?) {
    self.essence = essence
    self.charset = charset
  }

  /// Parses a declaration; nil when it is too long or invalid.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    let names = parts[0].trimmed { $0 == " " || $0 == "\t" }.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy(Self.isToken) else { return nil }
    essence = "\(names[0])/\(names[1])".lowercased()
    charset = parts.dropFirst().lazy.compactMap(Self.charset).first
  }

  /// The form in the database and in responses.
  var text: String { charset.map { "\(essence); charset=\($0)" } ?? essence }

  /// The type under which the server sends the content: one that no browser runs.
  var served: MediaType { Self.safe.contains(essence) ? self : .unknown }

  private static func charset(in parameter: Substring) -> String? {
    let parts = parameter.split(separator: "=", maxSplits: 1).map {
      $0.trimmed { $0 == " " || $0 == "\t" }
    }
    guard parts.count == 2, parts[0].lowercased() == "charset" else { return nil }
    var value = parts[1]
    if value.count > 2, value.first == "\"", value.last == "\"" {
      value = value.dropFirst().dropLast()
    }
    return isToken(value) ? value.lowercased() : nil
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
      }
  }

  /// Source: Matrix client-server API, "Serving inline content".
  private static let safe: Set<String> = [
    "text/css", "text/plain", "text/csv", "application/json", "application/ld+json", "image/jpeg",
    "image/gif", "image/png", "image/apng", "image/webp", "image/avif", "video/mp4", "video/webm",
    "video/ogg", "video/quicktime", "audio/mp4", "audio/webm", "audio/aac", "audio/mpeg",
    "audio/ogg", "audio/wave", "audio/wav", "audio/x-wav", "audio/x-pn-wav", "audio/flac",
    "audio/x-flac",
  ]
}

extension StringProtocol where SubSequence == Substring {
  /// The text without the padding at both ends.
  func trimmed(_ isPadding: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let first = text.first, isPadding(first) { text.removeFirst() }
    while let last = text.last, isPadding(last) { text.removeLast() }
    return text
  }
}
