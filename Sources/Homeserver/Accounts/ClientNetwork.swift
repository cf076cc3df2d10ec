import Glibc

/// Where a request comes from, for limits: addresses that one person can have many of are one.
///
/// These are all loopback addresses, and the 2^64 of an IPv6 network.
struct ClientNetwork: Hashable, Sendable {
  /// Whether it is the machine that the server runs on.
  let isThisMachine: Bool
  private let prefix: [UInt8]

  /// - Parameter address: An IP address; what is none counts as itself.
  init(_ address: String) {
    var bytes = Self.bytes(of: address)
    let isMapped = bytes.count == 16 && bytes[..<12].elementsEqual(Self.mappedPrefix)
    if isMapped { bytes = Array(bytes[12...]) }
    isThisMachine = bytes.count == 4 ? bytes[0] == 127 : bytes == Self.loopback
    if isThisMachine {
      prefix = []
    } else if bytes.isEmpty {
      prefix = Array(address.utf8)
    } else {
      prefix = bytes.count == 16 ? Array(bytes[..<8]) : bytes
    }
  }

  private static let loopback = [UInt8](repeating: 0, count: 15) + [1]
  /// Before an IPv4 address that is written as one of IPv6.
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func bytes(of address: String) -> [UInt8] {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, address, &bytes) == 1 { return bytes }
    }
    return []
  }
}
