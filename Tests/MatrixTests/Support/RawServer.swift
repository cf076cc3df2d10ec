import NIOCore
import NIOPosix

/// A server that answers whatever it gets with fixed bytes and closes.
final class RawServer: Sendable {
  /// Answers that are no HTTP, or hostile HTTP.
  static let malformedAnswers = [
    "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/1.1 abc\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 1_000_000),
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
  ]

  private let listener: any Channel
  let port: Int

  static func start(answer: String) async throws -> RawServer {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.pipeline.addHandler(RawHandler(answer))
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return RawServer(listener)
  }

  private init(_ listener: any Channel) {
    self.listener = listener
    port = listener.localAddress?.port ?? 0
  }

  func stop() async {
    try? await listener.close()
  }
}

/// Answers the first bytes.
///
/// It runs on the event loop of its channel only.
private final class RawHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let answer: String

  init(_ answer: String) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    channel.writeAndFlush(ByteBuffer(string: answer)).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}
