import Glibc

/// An IP address; IPv4 addresses are mapped to IPv6.
struct IPAddress: Hashable, Sendable {
  /// 16 bytes in network order.
  let bytes: [UInt8]

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Nil for a text that is not an address.
  init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Self.mappedPrefix + bytes[..<4]
    } else {
      return nil
    }
  }

  /// Whether it is an IPv4 address.
  var isIPv4: Bool { bytes.starts(with: Self.mappedPrefix) }
}
