import NIOCore

/// An address as the system's tables write it: hexadecimal words in the machine's byte order, then
/// the port.
struct SocketNames: Sendable {
  /// In the IPv4 table.
  let v4: String?
  /// In the IPv6 table, which maps IPv4 addresses.
  let v6: String

  init?(_ address: SocketAddress) {
    guard let ip = address.ipAddress.flatMap(IPAddress.init), let port = address.port else {
      return nil
    }
    let words = ip.bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: 16, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
      }
    }.map { Self.digits($0, 8) }
    let end = ":" + Self.digits(UInt32(port), 4)
    v4 = ip.isIPv4 ? words[3] + end : nil
    v6 = words.joined() + end
  }

  private static func digits(_ number: UInt32, _ count: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: count - text.count) + text
  }
}
