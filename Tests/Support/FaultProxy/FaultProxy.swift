import NIOCore
import NIOHTTP1
import NIOPosix

/// A proxy on this machine that injects faults in front of another server.
///
/// It speaks HTTP/1.1 on a loopback port and streams everything in both directions: long polls,
/// persistent connections, bodies of any size in little memory. As its rules say, it delays, slows,
/// cuts and resets; it replaces, rewrites and loses responses; it duplicates and reorders requests.
/// The first rule that affects a request wins. If the server is missing or disconnects, the
/// client's connection closes without a response.
package final class FaultProxy: Sendable {
  /// Why a proxy cannot start.
  package enum Failure: Error, Equatable {
    /// Not of the form `http://127.0.0.1:PORT` or `http://localhost:PORT`.
    case unusableAddress(String)
  }

  /// Takes each request when it arrives, and again when its response was sent.
  package typealias Trace = @Sendable (ProxiedRequest) -> Void

  /// The loopback port that the proxy listens on.
  package let port: Int
  private let book: RuleBook
  private let listener: any Channel
  private let serving: Task<Void, Never>

  private init(listener: any Channel, book: RuleBook, serving: Task<Void, Never>) {
    port = listener.localAddress?.port ?? 0
    self.listener = listener
    self.book = book
    self.serving = serving
  }

  deinit { listener.close(promise: nil) }

  /// Starts a proxy in front of a server, on a free port by default; ``stop()`` ends it.
  package static func start(
    before server: String, port: Int = 0, rules: [FaultRule] = [], trace: Trace? = nil
  ) async throws -> FaultProxy {
    let address = try ServerAddress(server)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
          try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
          return try NIOAsyncChannel<HTTPServerRequestPart, ByteBuffer>(
            wrappingChannelSynchronously: channel)
        }
      }
    let book = RuleBook(rules, trace: trace)
    let serving = Task { await serve(listener, address, book) }
    return FaultProxy(listener: listener.channel, book: book, serving: serving)
  }

  /// The base URL for clients.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The received requests in order; at most the latest hundred thousand.
  package var requests: [ProxiedRequest] { book.requests }

  /// What each of the current rules did, in rule order.
  package var counts: [RuleCounts] { book.counts }

  /// Replaces all rules and resets the counts; faults in progress continue.
  package func replaceRules(_ rules: [FaultRule]) {
    book.replaceRules(rules)
  }

  /// Stops listening and closes every connection.
  package func stop() async {
    // To cancel the task would drop accepted connections that it has not begun to serve, which is an
    // error in NIO.
    listener.close(promise: nil)
    await serving.value
  }

  private static func serve(
    _ listener: NIOAsyncChannel<NIOAsyncChannel<HTTPServerRequestPart, ByteBuffer>, Never>,
    _ address: ServerAddress, _ book: RuleBook
  ) async {
    await withDiscardingTaskGroup { group in
      try? await listener.executeThenClose { connections in
        for try await connection in connections {
          group.addTask { await ProxyConnection.serve(connection, before: address, book) }
        }
      }
      group.cancelAll()
    }
  }
}

/// The address of the server behind the proxy.
struct ServerAddress: Sendable {
  let host: String
  let port: Int

  /// Parses `http://HOST:PORT` of this machine, with or without a trailing slash.
  init(_ text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || (parts.count == 4 && parts[3].isEmpty), parts[0] == "http:",
      parts[1].isEmpty
    else { throw FaultProxy.Failure.unusableAddress(text) }
    let place = parts[2].split(separator: ":", omittingEmptySubsequences: false)
    guard place.count == 2, ["127.0.0.1", "localhost"].contains(place[0]),
      let port = UInt16(place[1]), port > 0
    else { throw FaultProxy.Failure.unusableAddress(text) }
    host = "127.0.0.1"
    self.port = Int(port)
  }
}
