@preconcurrency import Dispatch
import Glibc
import Synchronization

/// An HTTP server for the one request that brings a browser back, on a free port of the loopback interface.
///
/// Other programs and people of this machine, and web pages, can reach the port too: a request counts only
/// with the path and the query that the user of the listener expects, which contain a random text. All others
/// get a response without content. Few connections are open at a time, each for one short request.
final class LoopbackListener: Sendable {
  /// Says whether a request is the expected one.
  typealias Accept = @Sendable (_ path: String, _ query: String) -> Bool

  /// Connections that are open at a time; the oldest one makes room for another.
  private static let mostConnections = 8
  private static let host = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)

  let port: Int
  private let queue = DispatchQueue(label: "browser")
  private let socket: any DispatchSourceRead
  private let connections = Mutex<[LoopbackConnection]>([])

  /// Listens until `close`; nil when the system has no port.
  init?(_ accept: @escaping Accept) {
    guard let (file, port) = Self.listen() else { return nil }
    self.port = port
    socket = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    socket.setCancelHandler { Glibc.close(file) }
    socket.setEventHandler { [weak self] in self?.take(from: file, accept) }
    socket.activate()
  }

  deinit { close() }

  /// Ends; a response that is on its way arrives.
  func close() {
    socket.cancel()
    let open = connections.withLock { connections in
      defer { connections = [] }
      return connections
    }
    for connection in open { connection.close() }
  }

  private func take(from listener: Int32, _ accept: @escaping Accept) {
    let file = Glibc.accept(listener, nil, nil)
    guard file >= 0 else { return }
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let connection = LoopbackConnection(file, queue: queue, accept) { [weak self] ended in
      self?.connections.withLock { $0.removeAll { $0 === ended } }
    }
    let oldest = connections.withLock { connections in
      connections.append(connection)
      return connections.count > Self.mostConnections ? connections.removeFirst() : nil
    }
    oldest?.close()
    connection.start()
  }

  private static func listen() -> (file: Int32, port: Int)? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let file = Glibc.socket(AF_INET, kind, 0)
    guard file >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = host
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(file, address, size) == 0 && Glibc.listen(file, Int32(mostConnections)) == 0
          && getsockname(file, address, &size) == 0
      }
    }
    guard isOpen else {
      Glibc.close(file)
      return nil
    }
    return (file, Int(UInt16(bigEndian: address.sin_port)))
  }
}
