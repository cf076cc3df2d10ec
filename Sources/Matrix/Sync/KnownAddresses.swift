import Glibc
import Synchronization

/// The machine's addresses on active networks, as of the last query.
///
/// The system reports many events that change no address, such as each router advertisement.
final class KnownAddresses: Sendable {
  private let known: Mutex<Set<[UInt8]>>

  init() {
    known = Mutex(Self.current())
  }

  /// Whether an address appeared or disappeared since the last call.
  func haveChanged() -> Bool {
    let current = Self.current()
    return known.withLock { known in
      defer { known = current }
      return known != current
    }
  }

  /// The name of each network with one of its addresses.
  private static func current() -> Set<[UInt8]> {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var addresses: Set<[UInt8]> = []
    for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
      guard let entry = entry?.pointee, let address = entry.ifa_addr else { continue }
      let up = UInt32(IFF_UP | IFF_RUNNING)
      let flags = entry.ifa_flags
      guard flags & up == up, flags & UInt32(IFF_LOOPBACK) == 0 else { continue }
      let size =
        switch Int32(address.pointee.sa_family) {
        case AF_INET: MemoryLayout<sockaddr_in>.size
        case AF_INET6: MemoryLayout<sockaddr_in6>.size
        default: 0
        }
      guard size > 0 else { continue }
      let name = UnsafeRawBufferPointer(start: entry.ifa_name, count: strlen(entry.ifa_name))
      addresses.insert(Array(name) + Array(UnsafeRawBufferPointer(start: address, count: size)))
    }
    return addresses
  }
}
