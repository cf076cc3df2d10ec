import Glibc

/// The names that a server may have: a host and optionally a port.
///
/// Source: Matrix specification, appendix "Server name". Its grammar also allows names that no host
/// can have; here the parts of a host name follow RFC 1123.
enum ServerName {
  /// In bytes; a longer name would make ids too long.
  private static let longest = 230

  /// The name in lower case, because hosts are case-insensitive.
  ///
  /// - Throws: `HomeserverError.noServerName`, with the reason.
  static func normalized(_ text: String) throws(HomeserverError) -> String {
    if let reason = objection(to: text) { throw .noServerName(text, reason) }
    return text.lowercased()
  }

  private static func objection(to text: String) -> String? {
    guard text.utf8.count <= longest else { return "it has more than \(longest) bytes" }
    var host = text[...]
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      host = text[..<colon]
      guard isPort(text[text.index(after: colon)...]) else {
        return "the port after the colon must be from 1 to 65535"
      }
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      return isAddress(host.dropFirst().dropLast(), AF_INET6) ? nil : "it is not an IPv6 address"
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy(isPart) else {
      return "a host consists of letters, digits and hyphens, separated by dots"
    }
    if let last = parts.last, last.utf8.allSatisfy(\.isASCIIDigit) {
      return isAddress(host, AF_INET) ? nil : "it is not an IPv4 address"
    }
    return nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard text.utf8.count <= 5, text.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(text) else {
      return false
    }
    return port > 0
  }

  private static func isPart(_ text: Substring) -> Bool {
    (1...63).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasSuffix("-")
      && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") }
  }

  private static func isAddress(_ text: Substring, _ family: Int32) -> Bool {
    // Large enough for both families.
    var address = in6_addr()
    return inet_pton(family, String(text), &address) == 1
  }
}
