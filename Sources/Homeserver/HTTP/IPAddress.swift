import Glibc

/// An IP address, those of IPv4 as IPv6 maps them.
struct IPAddress: Hashable, Sendable {
  /// In the order of the network; 16 of them.
  let bytes: [UInt8]

  private static let loopback = [UInt8](repeating: 0, count: 15) + [1]
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// nil for what is no address.
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

  /// Whether it is one of IPv4.
  var isOld: Bool { bytes.starts(with: Self.mappedPrefix) }

  var isLoopback: Bool { isOld ? bytes[12] == 127 : bytes == Self.loopback }
}
