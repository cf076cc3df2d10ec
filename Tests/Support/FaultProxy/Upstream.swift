import NIOCore
import NIOHTTP1
import NIOPosix

/// The proxy's connection to the server.
///
/// It belongs to the one task that uses it.
final class Upstream {
  typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

  /// A whole request, kept for sending it again.
  struct Request: Sendable {
    let head: HTTPRequestHead
    var body: ByteBuffer?

    init(head: HTTPRequestHead) {
      self.head = head
    }

    /// The request with more of its body, or nil when that is too much to keep.
    func adding(_ buffer: ByteBuffer) -> Request? {
      var copy = self
      var body = body ?? ByteBuffer()
      body.writeImmutableBuffer(buffer)
      copy.body = body
      return body.readableBytes <= Upstream.longestKeptBody ? copy : nil
    }
  }

  /// The most bytes of a body that are kept in memory.
  static let longestKeptBody = 16 << 20

  let channel: any Channel
  var answers: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
  private var keepsConnection = true

  init(
    channel: any Channel,
    answers: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
  ) {
    self.channel = channel
    self.answers = answers
  }

  static func connect(to server: ServerAddress) async throws -> Connection {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .connect(host: server.host, port: server.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          return try Connection(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Whether another request may be sent.
  var isUsable: Bool { keepsConnection && channel.isActive }

  /// Sends a part; false when the server takes no more.
  func accepts(_ part: HTTPClientRequestPart) async -> Bool {
    do {
      try await channel.writeAndFlush(part).get()
      return true
    } catch {
      return false
    }
  }

  /// Ends the connection when the client's ends: nobody waits for the answer.
  func close(with client: any Channel) {
    client.closeFuture.whenComplete { [weak channel = channel] _ in channel?.close(promise: nil) }
  }

  /// Notes what an answer says about the connection.
  func note(_ head: HTTPResponseHead) {
    keepsConnection = head.isKeepAlive
  }

  /// The next part of an answer that has begun.
  func nextPart() async throws -> HTTPClientResponsePart {
    guard let part = try await answers.next() else { throw ProxyConnection.Ended() }
    return part
  }

  func skipAnswer() async throws {
    while case .body = try await nextPart() {}
  }

  /// The whole body, or nil when it is too long to keep.
  func wholeBody() async throws -> [UInt8]? {
    var bytes: [UInt8]? = []
    while case .body(let buffer) = try await nextPart() {
      bytes?.append(contentsOf: buffer.readableBytesView)
      if let count = bytes?.count, count > Self.longestKeptBody { bytes = nil }
    }
    return bytes
  }

  /// Sends a request on a connection of its own and gives the status of its whole answer.
  static func status(of request: Request, at server: ServerAddress) async -> Int? {
    guard let connection = try? await connect(to: server) else { return nil }
    let channel = connection.channel
    return try? await connection.executeThenClose { inbound, _ in
      let upstream = Upstream(channel: channel, answers: inbound.makeAsyncIterator())
      var parts: [HTTPClientRequestPart] = [.head(request.head)]
      if let body = request.body { parts.append(.body(.byteBuffer(body))) }
      for part in parts + [.end(nil)] where !(await upstream.accepts(part)) { break }
      guard case .head(let head) = try await upstream.nextPart() else { return nil }
      try await upstream.skipAnswer()
      return Int(head.status.code)
    }
  }
}
