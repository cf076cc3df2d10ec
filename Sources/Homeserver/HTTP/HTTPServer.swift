import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Serves the endpoints of a homeserver over HTTP.
final class HTTPServer: Sendable {
  private typealias Listener = Server<GuardedChannel>

  private struct Running {
    let listener: Listener
    let run: Task<Void, any Error>
  }

  /// Makes the response to a request; failures are responses too.
  typealias Handler = @Sendable (Request) async -> Response

  private let handler: Handler
  private let settings: HTTPSettings
  private let log: @Sendable (String) -> Void
  private let connections: Connections
  private let running = Mutex<Running?>(nil)

  /// - Parameter log: Receives failures of the server itself, without data that a client sent.
  init(
    _ settings: HTTPSettings, log: @escaping @Sendable (String) -> Void = { _ in },
    handler: @escaping Handler
  ) {
    self.handler = handler
    self.settings = settings
    connections = Connections(settings)
    self.log = log
  }

  /// The open connections.
  var openConnections: [Connection] { connections.all }

  /// The number of open connections.
  var connectionCount: Int { connections.count }

  /// Begins to listen; to be called once.
  ///
  /// - Returns: The port, which the system chose if none was configured.
  /// - Throws: `HomeserverError` when the address is not available.
  func start() async throws -> Int {
    let (ports, found) = AsyncStream<Int>.makeStream()
    let listener = makeListener { channel in
      found.yield(channel.localAddress?.port ?? 0)
    }
    let run = Task {
      defer { found.finish() }
      try await listener.run()
    }
    // Only a running listener can be stopped, so a cancellation waits until then.
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
    // Hummingbird's log messages do not help the people who run a server.
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

  /// Stops: accepts no more connections, cancels the requests in progress, and returns when all have
  /// their responses; connections that take too long are cut.
  func stop() async {
    let stopped = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let stopped else { return }
    connections.cancel()
    // Without this deadline, a client that reads nothing could prevent the stop.
    let cut = Task { [connections, settings] in
      try await Task.sleep(for: Duration(settings.stopGrace))
      connections.close()
    }
    try? await stopped.listener.shutdownGracefully()
    _ = await stopped.run.result
    cut.cancel()
  }
}
