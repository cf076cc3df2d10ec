/// An address whose parts are known to be well-formed.
///
/// It has no user part and no fragment; path and query are percent-encoded ASCII.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
  package let origin: HTTPOrigin
  /// Begins with a slash.
  package let path: String
  package let query: String?

  /// Makes an address from path segments and query items, each of which is encoded here.
  package init(
    origin: HTTPOrigin, basePath: String = "", path segments: [String],
    query items: [(name: String, value: String)] = []
  ) {
    self.origin = origin
    path = basePath + segments.map { "/" + PercentEncoding.encode($0) }.joined()
    query =
      items.isEmpty
      ? nil
      : items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        .joined(separator: "&")
  }

  /// Reads an absolute `http` or `https` address; a fragment is dropped.
  package init?(_ text: String) {
    guard text.utf8.count <= 8192, let colon = text.firstIndex(of: ":"),
      let scheme = HTTPOrigin.Scheme(rawValue: text[..<colon].lowercased())
    else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    guard let origin = HTTPOrigin(scheme: scheme, authority: authority) else { return nil }
    self.init(origin: origin, target: rest.dropFirst(2 + authority.count))
  }

  /// The address that a `Location` header means, seen from this one; nil when it is malformed.
  package func resolving(_ location: String) -> HTTPURL? {
    if location.hasPrefix("//") { return HTTPURL("\(origin.scheme.rawValue):\(location)") }
    if location.hasPrefix("/") { return HTTPURL(origin: origin, target: location[...]) }
    if location.hasPrefix("?") { return HTTPURL(origin: origin, target: path + location[...]) }
    let head = location.prefix { !"/?#".contains($0) }
    if head.contains(":") { return HTTPURL(location) }
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return HTTPURL(origin: origin, target: folder + location)
  }

  package var description: String { origin.description + target }

  /// Path and query as they stand in a request line.
  package var target: String { path + (query.map { "?" + $0 } ?? "") }

  private init?(origin: HTTPOrigin, target: Substring) {
    let target = target.prefix { $0 != "#" }
    let isPlain = target.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
    guard isPlain else { return nil }
    let path = target.prefix { $0 != "?" }
    self.origin = origin
    self.path = path.isEmpty ? "/" : String(path)
    query = path.count == target.count ? nil : String(target.dropFirst(path.count + 1))
  }
}

/// Percent-encoding as RFC 3986, section 2 has it.
package enum PercentEncoding {
  /// The text with all but unreserved characters encoded; `.` and `..` are encoded whole.
  package static func encode(_ text: String) -> String {
    let isDots = text == "." || text == ".."
    var encoded = ""
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte), !isDots {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
