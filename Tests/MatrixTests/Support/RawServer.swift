import NIOCore
import NIOPosix
import Synchronization

/// A server that sends fixed bytes for whatever it receives, then closes.
final class RawServer: Sendable {
  /// Responses that are not HTTP, or hostile HTTP.
  static let malformedResponses = [
    "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/1.1 abc\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: 3, 2\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nX: a\r\n b: c\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 1_000_000),
    "HTTP/1.1 200 OK\r\n"
      + String(repeating: "X: \(String(repeating: "a", count: 1000))\r\n", count: 300) + "\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 4\r\n\r\nabcd",
    "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 4\r\n\r\nabcd",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 4\r\n\r\nabcd",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: br\r\n\r\nabcd",
  ]

  /// Responses with a truncated body.
  static let brokenResponses = [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab",
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab",
  ]

  private let listener: any Channel
  private let log: Mutex<[[UInt8]]>
  let port: Int

  /// Sends the first response for the first data that arrive, and so on.
  static func start(responses: [[UInt8]]) async throws -> RawServer {
    let server = Mutex<RawServer?>(nil)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = RawHandler(responses) { bytes in
            server.withLock { $0 }?.log.withLock { $0.append(bytes) }
          }
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let started = RawServer(listener)
    server.withLock { $0 = started }
    return started
  }

  static func start(response: String) async throws -> RawServer {
    try await start(responses: [Array(response.utf8)])
  }

  private init(_ listener: any Channel) {
    self.listener = listener
    log = Mutex([])
    port = listener.localAddress?.port ?? 0
  }

  /// The received data, piece by piece.
  var received: [[UInt8]] { log.withLock { $0 } }

  func stop() async {
    try? await listener.close()
  }
}

/// Responds to each piece that arrives, and closes with the last response.
///
/// Confined to the event loop of its channel.
private final class RawHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var responses: ArraySlice<[UInt8]>
  private let received: ([UInt8]) -> Void

  init(_ responses: [[UInt8]], _ received: @escaping @Sendable ([UInt8]) -> Void) {
    self.responses = responses[...]
    self.received = received
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received(Array(unwrapInboundIn(data).readableBytesView))
    guard let response = responses.popFirst() else { return }
    let (channel, isLast) = (context.channel, responses.isEmpty)
    channel.writeAndFlush(ByteBuffer(bytes: response)).whenComplete { _ in
      if isLast { channel.close(promise: nil) }
    }
  }
}
