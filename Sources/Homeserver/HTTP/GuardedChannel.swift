import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Hummingbird's HTTP/1 channel with a ``ConnectionGuard`` after the parser.
struct GuardedChannel: ServerChildChannel {
  struct Value: ServerChildChannelValue {
    let connection: Connection
    let parts: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    var channel: any Channel { connection.channel }
  }

  let connections: Connections
  let settings: HTTPSettings
  let handler: HTTPServer.Handler
  let origins: OriginPolicy
  let log: @Sendable (String) -> Void

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    http1 { _, _, _ in }.setup(channel: channel, logger: logger).flatMapThrowing { parts in
      let connection = Connection(channel: channel)
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let guardian = ConnectionGuard(connection, among: connections, settings: settings)
      try pipeline.addHandler(guardian, position: .after(parser))
      return Value(connection: connection, parts: parts)
    }
  }

  func handle(value: Value, logger: Logger) async {
    let responder = Responder(
      handler: handler, origins: origins, settings: settings, log: log)
    let channel = http1 { request, writer, _ in
      try await responder.respond(to: request, on: value.connection, writer: writer)
    }
    await channel.handle(value: value.parts, logger: logger)
  }

  private func http1(_ responder: @escaping HTTPChannelHandler.Responder) -> HTTP1Channel {
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: settings.fieldSize, maxHeaderListSize: settings.headSize,
      maxHeaderFieldCount: settings.fieldCount)
    return HTTP1Channel(
      responder: responder,
      configuration: .init(idleTimeout: settings.idleTimeout, httpDecoderConfiguration: decoder))
  }
}
