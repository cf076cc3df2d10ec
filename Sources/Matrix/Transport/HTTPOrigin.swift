import MatrixGrammar

/// A scheme, a host and a port, which decide who may receive a credential.
package struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The schemes that a server may have.
  package enum Scheme: String, Hashable, Sendable {
    case http
    case https

    var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// Whether connections use TLS.
  package let scheme: Scheme
  /// In lower case; an IPv6 address is in brackets.
  package let host: String
  /// The port, explicit or the default of the scheme.
  package let port: Int

  /// Nil when the host is neither a host name nor an address, or the port is out of range.
  package init?(scheme: Scheme, host: String, port: Int? = nil) {
    let host = host.lowercased()
    let port = port ?? scheme.defaultPort
    guard (1...65535).contains(port), Self.isHost(host) else { return nil }
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Parses `host`, `host:port` or `[address]:port`.
  package init?(scheme: Scheme, authority: Substring) {
    var host = authority
    var port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
        return nil
      }
      port = number
      host = authority[..<colon]
    }
    self.init(scheme: scheme, host: String(host), port: port)
  }

  /// The origin as text.
  package var description: String {
    "\(scheme.rawValue)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
  }

  /// True when the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
  package var isLoopback: Bool {
    Loopback.isHost(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])
  }

  private static func isHost(_ host: String) -> Bool {
    guard !host.isEmpty, host.utf8.count <= 255 else { return false }
    if host.hasPrefix("[") {
      return host.hasSuffix("]") && host.utf8.count > 3
        && host.utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }
    return host.utf8.first != UInt8(ascii: ".")
      && host.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || ".-_".utf8.contains(byte)
      }
  }
}
