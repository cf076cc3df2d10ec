import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Serves the endpoints of a homeserver by HTTP.
final class HTTPServer: Sendable {
  private typealias Listener = Server<GuardedChannel>

  private struct Running {
    let listener: Listener
    let run: Task<Void, any Error>
  }

  /// Answers a request; whatever goes wrong is an answer too.
  typealias Handler = @Sendable (Request) async -> Response

  private let handler: Handler
  private let settings: HTTPSettings
  private let log: @Sendable (String) -> Void
  private let connections: Connections
  private let running = Mutex<Running?>(nil)

  /// - Parameter log: Is told of failures of the server itself, without what a client sent.
  init(
    _ settings: HTTPSettings, log: @escaping @Sendable (String) -> Void = { _ in },
    handler: @escaping Handler
  ) {
    self.handler = handler
    self.settings = settings
    connections = Connections(settings)
    self.log = log
  }

  /// The connections that are open.
  var openConnections: [Connection] { connections.all }

  /// How many connections are open.
  var connectionCount: Int { connections.count }

  /// Listens; called once.
  ///
  /// - Returns: The port, which the system chose when none was configured.
  /// - Throws: `HomeserverError` when the address cannot be had.
  func start() async throws -> Int {
    let (ports, found) = AsyncStream<Int>.makeStream()
    let listener = makeListener { channel in
      found.yield(channel.localAddress?.port ?? 0)
    }
    let run = Task {
      defer { found.finish() }
      try await listener.run()
    }
    // A listener can be stopped only when it runs: a cancellation waits until then.
    let port = await Task { await ports.first { _ in true } }.value
    guard let port else {
      do {
        try await run.value
      } catch let error as IOError {
        throw HomeserverError.cannotListen(port: settings.port, error.errnoCode)
      }
      throw CancellationError()
    }
    running.withLock { $0 = Running(listener: listener, run: run) }
    if Task.isCancelled {
      await stop()
      throw CancellationError()
    }
    return port
  }

  private func makeListener(
    _ onRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> Listener {
    // What hummingbird logs is of no use to who runs a server.
    let logger = Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }
    let channels = GuardedChannel(
      connections: connections, settings: settings, handler: handler,
      origins: OriginPolicy(
        needsLoopback: HomeserverOptions.isLoopback(settings.address),
        allowed: settings.allowedOrigins), log: log)
    return Listener(
      childChannelSetup: channels,
      configuration: ServerConfiguration(
        address: .hostname(settings.address, port: settings.port),
        backlog: settings.backlog,
        availableConnectionsDelegate: MaximumAvailableConnections(
          settings.connections, logger: logger)),
      onServerRunning: onRunning, eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: logger)
  }

  /// Ends: takes no more connections, cancels the requests in progress, and returns when all are
  /// answered; what is not answered soon is cut off.
  func stop() async {
    let stopped = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let stopped else { return }
    connections.cancel()
    // A deadline, not a guess: what has not been answered by then is cut, so that a stop ends.
    let cut = Task { [connections, settings] in
      try await Task.sleep(for: Duration(settings.stopGrace))
      connections.close()
    }
    try? await stopped.listener.shutdownGracefully()
    _ = await stopped.run.result
    cut.cancel()
  }
}
