import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The server behind the proxy: it records requests and responds as the test specifies.
final class TestServer: Sendable {
  struct Request: Sendable {
    let method: String
    let target: String
    let headers: HTTPHeaders
    let body: String
    /// The number of the server connection, counted from one.
    let connection: Int
  }

  struct Response: Sendable {
    var status = 200
    var headers: [(String, String)] = []
    var body = "ok"
    /// The chunks of a body without a length.
    var chunks: [String]?
    /// The number of body bytes to send before closing the connection.
    var cut: Int?
  }

  typealias Handler = @Sendable (Request) async throws -> Response

  private struct State {
    var requests: [Request] = []
    var connections = 0
    var open = 0
    var written = 0
  }

  private final class Notes: Sendable {
    let state = Mutex(State())
  }

  private let notes: Notes
  private let serving: Task<Void, Never>
  let port: Int

  private init(port: Int, notes: Notes, serving: Task<Void, Never>) {
    self.port = port
    self.notes = notes
    self.serving = serving
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { notes.state.withLock { $0.requests } }
  /// The targets of the requests, in the order in which they were completely received.
  var targets: [String] { requests.map(\.target) }
  var connectionCount: Int { notes.state.withLock { $0.connections } }
  var openConnections: Int { notes.state.withLock { $0.open } }

  /// The number of body bytes that connections accepted.
  var writtenBytes: Int { notes.state.withLock { $0.written } }

  static func start(
    _ handler: @escaping Handler = { _ in Response() }
  ) async throws -> TestServer {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1024)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
          return try NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>(
            wrappingChannelSynchronously: channel)
        }
      }
    let notes = Notes()
    let serving = Task {
      await withDiscardingTaskGroup { group in
        try? await listener.executeThenClose { connections in
          for try await connection in connections {
            group.addTask { await serve(connection, notes, handler) }
          }
        }
        group.cancelAll()
      }
    }
    return TestServer(
      port: listener.channel.localAddress?.port ?? 0, notes: notes, serving: serving)
  }

  func stop() async {
    serving.cancel()
    await serving.value
  }

  private static func serve(
    _ connection: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>, _ notes: Notes,
    _ handler: @escaping Handler
  ) async {
    let number = notes.state.withLock { state in
      state.connections += 1
      state.open += 1
      return state.connections
    }
    connection.channel.closeFuture.whenComplete { _ in notes.state.withLock { $0.open -= 1 } }
    try? await connection.executeThenClose { parts, responses in
      var head: HTTPRequestHead?
      var body = ByteBuffer()
      for try await part in parts {
        switch part {
        case .head(let value): (head, body) = (value, ByteBuffer())
        case .body(let buffer): body.writeImmutableBuffer(buffer)
        case .end:
          guard let head else { return }
          let request = Request(
            method: head.method.rawValue, target: head.uri, headers: head.headers,
            body: String(buffer: body), connection: number)
          notes.state.withLock { $0.requests.append(request) }
          let response = try await handler(request)
          try await write(response, isHead: head.method == .HEAD, to: responses, notes)
        }
      }
    }
  }

  private static func write(
    _ response: Response, isHead: Bool,
    to responses: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>,
    _ notes: Notes
  ) async throws {
    var headers = HTTPHeaders(response.headers)
    let isBodiless = response.status == 204 || response.status == 304
    if response.chunks == nil, !isBodiless {
      headers.add(name: "Content-Length", value: String(response.body.utf8.count))
    }
    let head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    try await responses.write(.head(head))
    for piece in response.chunks ?? [response.body] where !isBodiless && !isHead {
      let bytes = ByteBuffer(bytes: Array(piece.utf8).prefix(response.cut ?? .max))
      try await responses.write(.body(.byteBuffer(bytes)))
      notes.state.withLock { $0.written += bytes.readableBytes }
    }
    if response.cut != nil { throw CancellationError() }
    try await responses.write(.end(nil))
  }
}
