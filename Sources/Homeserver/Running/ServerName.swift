import Glibc

/// The names that a server may have: a host and perhaps a port.
///
/// Source: Matrix specification, appendix "Server name". Of the names that its grammar lets through,
/// those that can be no host's are left out: the parts of a host's name are as RFC 1123 has them.
enum ServerName {
  /// In bytes; with more, ids would become too long.
  private static let longest = 230

  /// The name in lower case, since hosts are the same in both.
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
        return "behind the colon stands no port from 1 to 65535"
      }
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      return isAddress(host.dropFirst().dropLast(), AF_INET6) ? nil : "it is no IPv6 address"
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy(isPart) else {
      return "a host has letters, digits and hyphens, with dots between"
    }
    if let last = parts.last, last.utf8.allSatisfy(isDigit) {
      return isAddress(host, AF_INET) ? nil : "it is no IPv4 address"
    }
    return nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard text.utf8.count <= 5, text.utf8.allSatisfy(isDigit), let port = UInt16(text) else {
      return false
    }
    return port > 0
  }

  private static func isPart(_ text: Substring) -> Bool {
    (1...63).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasSuffix("-")
      && text.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isAddress(_ text: Substring, _ family: Int32) -> Bool {
    // The larger of the two kinds.
    var address = in6_addr()
    return inet_pton(family, String(text), &address) == 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
