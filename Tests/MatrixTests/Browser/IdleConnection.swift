import Glibc
import Testing

/// A connection to a port of this machine on which nothing is sent.
final class IdleConnection {
  private let file: Int32

  init(_ port: Int) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    let file = file
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(file) }

  /// False once the other side has ended it.
  var isOpen: Bool {
    var byte: UInt8 = 0
    let count = recv(file, &byte, 1, Int32(MSG_DONTWAIT))
    return count < 0 && errno == EAGAIN
  }
}
