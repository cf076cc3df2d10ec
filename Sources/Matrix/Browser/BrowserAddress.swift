/// An address from a server that may be shown to the user and opened in a browser.
///
/// It is visible ASCII. Only a server on this machine may name an address without TLS, and then one on this
/// machine: no other server has a page there.
struct BrowserAddress: Hashable, Sendable, CustomStringConvertible {
  /// Bytes that browsers take.
  static let longest = 4_096

  let description: String

  /// Nil for a text that is no such address.
  init?(_ text: String, isServerLocal: Bool) {
    guard text.utf8.count <= Self.longest,
      let url = HTTPURL.trusted(text, isServerLocal: isServerLocal)
    else { return nil }
    description = url.description
  }
}

extension HTTPURL {
  /// An address that a server names: with TLS, unless both are on this machine.
  static func trusted(_ text: String, isServerLocal: Bool) -> HTTPURL? {
    guard let url = HTTPURL(text),
      url.origin.scheme == .https || (url.origin.isLoopback && isServerLocal)
    else { return nil }
    return url
  }
}
