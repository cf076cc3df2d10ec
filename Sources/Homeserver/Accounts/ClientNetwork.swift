/// The origin of a request for rate limits, which treats addresses that one person controls as one:
/// all loopback addresses, and the 2^64 addresses of an IPv6 network.
struct ClientNetwork: Hashable, Sendable {
  /// Whether the address is on the server's machine.
  let isThisMachine: Bool
  private let prefix: [UInt8]

  /// - Parameter address: An IP address; any other text stands for itself.
  init(_ address: String) {
    let parsed = IPAddress(address)
    isThisMachine = parsed?.isLoopback ?? false
    guard let parsed else {
      prefix = Array(address.utf8)
      return
    }
    prefix = isThisMachine ? [] : Array(parsed.isIPv4 ? parsed.bytes[...] : parsed.bytes[..<8])
  }
}
