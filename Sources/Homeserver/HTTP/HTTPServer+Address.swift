import NIOCore
import NIOPosix

extension HTTPServer {
  /// Listens for a moment at the address of a server, where another program may listen.
  ///
  /// - Throws: `HomeserverError` when the address is not available.
  static func tryAddress(of options: HomeserverOptions) throws {
    // The system picks a port that is free.
    guard options.port != 0 else { return }
    do {
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      let channel = try bootstrap.bind(host: options.address, port: options.port).wait()
      try channel.close().wait()
    } catch let error as IOError {
      throw HomeserverError.cannotListen(port: options.port, error.errnoCode)
    }
  }
}
