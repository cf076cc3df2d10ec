import NIOCore
import NIOHTTP1

/// Sits behind the HTTP parser and handles what the parser leaves open: clients that disconnect while
/// they wait, connections that must end, and clients that try to hold a connection for ever.
///
/// Source for how a connection ends: RFC 9112, section 9.6.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// An event that tells the client to send the body of the current request (100 Continue).
  struct Continue: Sendable {}

  private enum Inbound {
    case open
    /// No further request is read; those that arrived still get their responses.
    case complete
    /// The last response was sent; whatever arrives is dropped until the connection closes.
    case closing
  }

  private let connection: Connection
  private let connections: Connections
  private let settings: HTTPSettings
  private var inbound = Inbound.open
  /// For each request without a complete response, whether the connection ends after it.
  private var queue = CircularBuffer<Bool>()
  /// Whether the last request has not arrived completely.
  private var isReadingRequest = false
  /// Whether the last request asks for another protocol: the parser stops after it.
  private var changesProtocol = false
  /// Whether reading has stopped because the parser would only buffer what arrives.
  private var isDeaf = false
  private var responseBegan = false
  private var responseCloses = false
  private var requestBegan = NIODeadline.now()
  private var bodySize = 0
  private var bodyTimer: Scheduled<Void>?
  private var writeTimer: Scheduled<Void>?
  private var closeTimer: Scheduled<Void>?

  init(_ connection: Connection, among connections: Connections, settings: HTTPSettings) {
    self.connection = connection
    self.connections = connections
    self.settings = settings
  }

  func handlerAdded(context: ChannelHandlerContext) {
    connections.insert(connection)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    connections.remove(connection)
    connection.cancel()
    for timer in [bodyTimer, writeTimer, closeTimer] { timer?.cancel() }
    bodyTimer = nil
    writeTimer = nil
    closeTimer = nil
  }

  // MARK: Inbound

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .open = inbound else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard queue.count < settings.queuedRequests else {
        // The queued requests get their responses; the client may repeat the others.
        queue[queue.index(before: queue.endIndex)] = true
        inbound = .complete
        return
      }
      guard Self.isSound(head) else {
        inbound = .complete
        context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        return
      }
      take(head)
      return context.fireChannelRead(wrapInboundOut(.head(head.withPlainTarget)))
    case .body(let bytes): bodySize += bytes.readableBytes
    case .end:
      isReadingRequest = false
      noteSilence()
      bodyTimer?.cancel()
      bodyTimer = nil
      connection.requestIsComplete()
      isDeaf = changesProtocol
      if queue.last == true { inbound = .complete }
    }
    context.fireChannelRead(data)
  }

  /// Whether the end of the request is unambiguous.
  ///
  /// The parser rejects some ambiguous requests only when it reaches their bodies.
  private static func isSound(_ head: HTTPRequestHead) -> Bool {
    let encodings = head.headers["Transfer-Encoding"]
    return encodings.isEmpty || encodings.map { $0.lowercased() } == ["chunked"]
  }

  /// Notes whether the connection waits for its client.
  ///
  /// An incomplete request counts as waiting until its access token has proved valid: anybody can
  /// send half a request.
  private func noteSilence() {
    let isArriving = queue.count == 1 && isReadingRequest
    connection.note(isSilent: queue.isEmpty || isArriving)
  }

  private func take(_ head: HTTPRequestHead) {
    isReadingRequest = true
    requestBegan = .now()
    bodySize = 0
    changesProtocol = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
    let closes = head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
    queue.append(closes || changesProtocol || (head.version.major, head.version.minor) < (1, 1))
    noteSilence()
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isReadingRequest, bodyTimer == nil, case .open = inbound {
      limitBody(context, in: settings.bodyTimeout)
    }
    context.fireChannelReadComplete()
    // No other handler reads what is only dropped.
    if case .closing = inbound { read(context: context) }
  }

  /// Closes the connection when a request takes too long to arrive.
  private func limitBody(_ context: ChannelHandlerContext, in time: TimeAmount) {
    bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
      bodyTimer = nil
      let extra = TimeAmount.seconds(Int64(bodySize / settings.slowestBody))
      let left = requestBegan + settings.bodyTimeout + extra - .now()
      if left > .zero {
        limitBody(context, in: left)
      } else {
        context.close(promise: nil)
      }
    }
  }

  func read(context: ChannelHandlerContext) {
    if !isDeaf { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event, closeTimer == nil {
      let connection = connection
      closeTimer = context.eventLoop.scheduleTask(in: settings.halfCloseGrace) {
        connection.cancel()
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Errors in dropped bytes do not matter.
    if case .open = inbound { context.fireErrorCaught(error) }
  }

  // MARK: Outbound

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .closing = inbound {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      let names = head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
      responseBegan = true
      // When the server is full, each response frees its connection for another client.
      responseCloses = names || queue.first ?? true || queue.count == 1 && connections.areFull
      if responseCloses, !names { head.headers.add(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      _ = queue.popFirst()
      noteSilence()
      responseBegan = false
      guard responseCloses else { return context.write(data, promise: promise) }
      inbound = .closing
      let written = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      written.futureResult.whenComplete { _ in
        let (handler, context) = bound.value
        handler.close(context)
      }
      context.writeAndFlush(data, promise: written)
    }
  }

  /// Closes the sending side, and gives the client time to read the response.
  private func close(_ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    closeTimer?.cancel()
    context.close(mode: .output, promise: nil)
    closeTimer = context.eventLoop.assumeIsolated().scheduleTask(in: settings.closeDelay) {
      context.close(promise: nil)
    }
    read(context: context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    writeTimer?.cancel()
    writeTimer = nil
    if !context.channel.isWritable {
      writeTimer = context.eventLoop.assumeIsolated().scheduleTask(in: settings.writeTimeout) {
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Continue else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if isReadingRequest, !responseBegan, queue.count == 1 {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    promise?.succeed()
  }
}
