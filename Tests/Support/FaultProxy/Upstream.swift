import NIOCore
import NIOHTTP1
import NIOPosix

/// The proxy's connection to the server.
///
/// Only one task uses it.
final class Upstream {
  typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

  /// A whole request, kept so that it can be sent again.
  struct Request: Sendable {
    let head: HTTPRequestHead
    var body: ByteBuffer?

    init(head: HTTPRequestHead) {
      self.head = head
    }

    /// The request with more of its body, or nil when the body is too large to keep.
    func adding(_ buffer: ByteBuffer) -> Request? {
      var copy = self
      var body = body ?? ByteBuffer()
      body.writeImmutableBuffer(buffer)
      copy.body = body
      return body.readableBytes <= Upstream.longestKeptBody ? copy : nil
    }
  }

  /// The maximum number of body bytes kept in memory.
  static let longestKeptBody = 16 << 20

  let channel: any Channel
  var responses: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
  private var keepsConnection = true

  init(
    channel: any Channel,
    responses: NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator
  ) {
    self.channel = channel
    self.responses = responses
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

  /// Whether the connection can take another request.
  var isUsable: Bool { keepsConnection && channel.isActive }

  /// Sends a part; returns false if the server accepts no more data.
  func accepts(_ part: HTTPClientRequestPart) async -> Bool {
    do {
      try await channel.writeAndFlush(part).get()
      return true
    } catch {
      return false
    }
  }

  /// Closes the connection when the client's closes, since nobody waits for the response.
  func close(with client: any Channel) {
    client.closeFuture.whenComplete { [weak channel = channel] _ in channel?.close(promise: nil) }
  }

  /// Records what a response says about the connection.
  func note(_ head: HTTPResponseHead) {
    keepsConnection = head.isKeepAlive
  }

  /// The next part of a response that has begun.
  func nextPart() async throws -> HTTPClientResponsePart {
    guard let part = try await responses.next() else { throw ProxyConnection.Ended() }
    return part
  }

  func skipResponse() async throws {
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

  /// Sends a request on a new connection and returns the status of the complete response.
  static func status(of request: Request, at server: ServerAddress) async -> Int? {
    guard let connection = try? await connect(to: server) else { return nil }
    let channel = connection.channel
    return try? await connection.executeThenClose { inbound, _ in
      let upstream = Upstream(channel: channel, responses: inbound.makeAsyncIterator())
      var parts: [HTTPClientRequestPart] = [.head(request.head)]
      if let body = request.body { parts.append(.body(.byteBuffer(body))) }
      for part in parts + [.end(nil)] where !(await upstream.accepts(part)) { break }
      guard case .head(let head) = try await upstream.nextPart() else { return nil }
      try await upstream.skipResponse()
      return Int(head.status.code)
    }
  }
}
