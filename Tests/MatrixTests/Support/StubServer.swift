import HTTPTypes
import Matrix
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A small HTTP server on a free loopback port whose responses a test decides.
///
/// It records every request. One closure makes all responses; `Reply` says how a response
/// misbehaves.
final class StubServer: Sendable {
  /// A request from a client.
  struct Request: Sendable {
    let method: String
    /// The path as in the request line, without the query.
    let path: String
    let query: String
    let headers: HTTPFields
    let body: [UInt8]
    /// The number of the connection on this server, from one on.
    let connection: Int

    var authorization: String? { headers[.authorization] }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  typealias Handler = @Sendable (Request) async -> Reply

  private struct State {
    var requests: [Request] = []
    var channels: [ObjectIdentifier: any Channel] = [:]
    var connections = 0
    /// Connections that are about to close: what arrives on them is lost.
    var closing: Set<ObjectIdentifier> = []
    var handler: Handler
  }

  private let state: Mutex<State>
  private let listener = Mutex<(any Channel)?>(nil)
  let port: Int

  /// Starts the server, possibly on the port of a stopped one; `stop` ends it.
  static func start(port: Int = 0, _ handler: @escaping Handler) async throws -> StubServer {
    let bound = Mutex<StubServer?>(nil)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        guard let server = bound.withLock({ $0 }) else { return channel.close() }
        return server.accept(channel)
      }
      .bind(host: "127.0.0.1", port: port).get()
    let server = StubServer(port: listener.localAddress?.port ?? 0, handler)
    server.listener.withLock { $0 = listener }
    bound.withLock { $0 = server }
    return server
  }

  private init(port: Int, _ handler: @escaping Handler) {
    self.port = port
    state = Mutex(State(handler: handler))
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { state.withLock { $0.requests } }
  var connectionCount: Int { state.withLock { $0.connections } }
  var openConnections: Int { state.withLock { $0.channels.count } }

  /// Replaces the closure that makes the responses.
  func answer(_ handler: @escaping Handler) {
    state.withLock { $0.handler = handler }
  }

  /// Stops listening and ends every connection.
  func stop() async {
    let listener = listener.withLock { $0.take() }
    try? await listener?.close()
    let channels = state.withLock { Array($0.channels.values) }
    for channel in channels { try? await channel.close() }
  }

  private func accept(_ channel: any Channel) -> EventLoopFuture<Void> {
    let number = state.withLock { state in
      state.connections += 1
      state.channels[ObjectIdentifier(channel)] = channel
      return state.connections
    }
    channel.closeFuture.whenComplete { [weak self] _ in
      self?.state.withLock { state in
        state.channels[ObjectIdentifier(channel)] = nil
        state.closing.remove(ObjectIdentifier(channel))
      }
    }
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
      try pipeline.addHandler(
        StubHandler { [weak self] head, body in
          self?.received(head, body, on: channel, number)
        })
    }
  }

  private func received(
    _ head: HTTPRequestHead, _ body: [UInt8], on channel: any Channel, _ number: Int
  ) {
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var headers = HTTPFields()
    for (name, value) in head.headers {
      HTTPField.Name(name).map { headers.append(HTTPField(name: $0, value: value)) }
    }
    let request = Request(
      method: head.method.rawValue, path: String(parts.first ?? ""),
      query: parts.count > 1 ? String(parts[1]) : "", headers: headers, body: body,
      connection: number)
    let handler = state.withLock { state -> Handler? in
      guard !state.closing.contains(ObjectIdentifier(channel)) else { return nil }
      state.requests.append(request)
      return state.handler
    }
    guard let handler else { return }
    Task {
      let reply = await handler(request)
      if case .closingAfterwards = reply.manner {
        state.withLock { _ = $0.closing.insert(ObjectIdentifier(channel)) }
      }
      try? await ReplyWriter(channel: channel).write(reply)
    }
  }
}

/// Collects the parts of requests.
///
/// Confined to the event loop of its channel.
private final class StubHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  private let received: (HTTPRequestHead, [UInt8]) -> Void
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []

  init(_ received: @escaping @Sendable (HTTPRequestHead, [UInt8]) -> Void) {
    self.received = received
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
    case .body(let buffer):
      body.append(contentsOf: buffer.readableBytesView)
    case .end:
      if let head { received(head, body) }
      head = nil
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
