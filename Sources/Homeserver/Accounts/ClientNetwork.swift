/// Where a request comes from, for limits: addresses that one person can have many of are one.
///
/// These are all loopback addresses, and the 2^64 of an IPv6 network.
struct ClientNetwork: Hashable, Sendable {
  /// Whether it is the machine that the server runs on.
  let isThisMachine: Bool
  private let prefix: [UInt8]

  /// - Parameter address: An IP address; what is none counts as itself.
  init(_ address: String) {
    let parsed = IPAddress(address)
    isThisMachine = parsed?.isLoopback ?? false
    guard let parsed else {
      prefix = Array(address.utf8)
      return
    }
    prefix = isThisMachine ? [] : Array(parsed.isOld ? parsed.bytes[...] : parsed.bytes[..<8])
  }
}
