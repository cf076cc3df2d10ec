import NIOCore
import NIOHTTP1

/// Stands between the parser and the rest, and sees to what these leave open: the client that goes
/// while it waits, the connection that has to end, and the client that wants to hold it for ever.
///
/// Source: RFC 9112, section 9.6 for the way in which a connection ends.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Asks to tell the client that it may send the body of the request that is being answered.
  struct Continue: Sendable {}

  private enum Inbound {
    case open
    /// The client has said its last; what else comes is dropped, what was asked is answered.
    case complete
    /// The end was told; what comes is dropped until the connection closes.
    case closing
  }

  private let connection: Connection
  private let connections: Connections
  private let settings: HTTPSettings
  private var inbound = Inbound.open
  /// The requests that are not answered, and whether the connection ends after each.
  private var queue = CircularBuffer<Bool>()
  /// Whether the end of the last request is to come.
  private var isReadingRequest = false
  /// Whether the last request asks for another protocol: behind it the parser hands over no more.
  private var changesProtocol = false
  /// Whether nothing is read any more, because the parser would keep it.
  private var isDeaf = false
  private var answerBegan = false
  private var answerCloses = false
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

  // MARK: What comes

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .open = inbound else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard queue.count < settings.queuedRequests else {
        // What waits is answered; the rest may come again on another connection.
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

  /// Whether it is certain where the request ends; the parser tells some that are not only when
  /// it gets to their bodies.
  private static func isSound(_ head: HTTPRequestHead) -> Bool {
    let encodings = head.headers["Transfer-Encoding"]
    return encodings.isEmpty || encodings.map { $0.lowercased() } == ["chunked"]
  }

  /// Tells whether all depends on the client: what anybody may begin to ask counts when all of it
  /// has come, or when the token that came with it has been found good.
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
    // Nobody else asks for more of what is only dropped.
    if case .closing = inbound { read(context: context) }
  }

  /// Closes the connection when a request takes too long to come.
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
    // What is wrong with bytes that are dropped concerns nobody.
    if case .open = inbound { context.fireErrorCaught(error) }
  }

  // MARK: What goes

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .closing = inbound {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      let names = head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
      answerBegan = true
      // Where nobody else comes in, whoever has an answer makes way.
      answerCloses = names || queue.first ?? true || queue.count == 1 && connections.areFull
      if answerCloses, !names { head.headers.add(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      _ = queue.popFirst()
      noteSilence()
      answerBegan = false
      guard answerCloses else { return context.write(data, promise: promise) }
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

  /// Tells the client that nothing else comes, and gives it the time to take notice.
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
    if isReadingRequest, !answerBegan, queue.count == 1 {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    promise?.succeed()
  }
}
