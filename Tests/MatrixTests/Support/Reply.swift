import HTTPTypes
import Matrix
import NIOCore
import NIOHTTP1

/// The response of a stub server, and how the server misbehaves while sending it.
struct Reply: Sendable {
  enum Manner: Sendable {
    /// A complete response; the connection stays open.
    case whole
    /// A complete response that promises to keep the connection, which is then closed.
    case closingAfterwards
    /// A limited number of body bytes, then the end of the connection.
    case cut(after: Int)
    /// A limited number of body bytes, then silence.
    case stalled(after: Int)
    /// Silence without a single byte.
    case silent
    /// The end of the connection without a single byte.
    case dropped
    /// The body repeated as chunks until the client disconnects.
    case endless
  }

  var status = 200
  var headers = [.contentType: "application/json"] as HTTPFields
  var body: [UInt8] = []
  var delay: Duration?
  var manner = Manner.whole

  /// A response with a JSON body.
  static func json(_ text: String, status: Int = 200) -> Reply {
    Reply(status: status, body: Array(text.utf8))
  }

  /// A recorded response.
  static func recorded(_ name: String, status: Int = 200) -> Reply {
    Reply(status: status, body: Fixture.bytes(name))
  }

  /// A recorded picture.
  static func picture(_ name: String) -> Reply {
    Reply(headers: [.contentType: "image/png"], body: Fixture.bytes(name))
  }

  static func redirect(to location: String, status: Int = 302) -> Reply {
    Reply(status: status, headers: [.location: location])
  }

  static let notFound = Reply.recorded("error-404-unrecognized.json", status: 404)

  func with(_ change: (inout Reply) -> Void) -> Reply {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Writes replies to the connection.
struct ReplyWriter {
  let channel: any Channel

  func write(_ reply: Reply) async throws {
    if let delay = reply.delay { try await Task.sleep(for: delay) }
    switch reply.manner {
    case .silent:
      return
    case .dropped:
      try await channel.close()
    case .whole:
      try await send(reply, bodyBytes: reply.body.count)
      try await finish()
    case .closingAfterwards:
      try await send(reply, bodyBytes: reply.body.count)
      try await finish()
      try await channel.close()
    case .cut(let count):
      try await send(reply, bodyBytes: count)
      try await channel.close()
    case .stalled(let count):
      try await send(reply, bodyBytes: count)
    case .endless:
      try await sendEndless(reply)
    }
  }

  private func send(_ reply: Reply, bodyBytes: Int) async throws {
    try await sendHead(reply, length: reply.body.count)
    let buffer = ByteBuffer(bytes: reply.body.prefix(bodyBytes))
    try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)))
  }

  private func sendEndless(_ reply: Reply) async throws {
    try await sendHead(reply, length: nil)
    let buffer = ByteBuffer(bytes: reply.body)
    while channel.isActive {
      try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)))
    }
  }

  private func sendHead(_ reply: Reply, length: Int?) async throws {
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status))
    for field in reply.headers {
      head.headers.add(name: field.name.rawName, value: field.value)
    }
    if let length { head.headers.add(name: "Content-Length", value: String(length)) }
    try await channel.writeAndFlush(HTTPServerResponsePart.head(head))
  }

  private func finish() async throws {
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
  }
}
