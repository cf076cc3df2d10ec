import Glibc
import NIOCore
import NIOHTTP1

/// Writes a response to a client connection, as far and as fast as the plan allows.
struct ResponseWriter {
  /// How the client learns where the body ends.
  private enum Framing {
    /// There is no body, whatever the head says.
    case noBody
    /// By its length.
    case length
    case chunks
    /// By the end of the connection.
    case close
  }

  private let channel: any Channel
  private let plan: FaultPlan
  private let pace: Pace
  private let note: @Sendable (Fault.Kind) -> Void
  private let isHeadRequest: Bool
  private let knowsChunks: Bool
  private let wantsClose: Bool
  private var framing = Framing.noBody
  private var bodyCount = 0

  init(
    channel: any Channel, request: HTTPRequestHead, plan: FaultPlan,
    note: @escaping @Sendable (Fault.Kind) -> Void
  ) {
    self.channel = channel
    self.plan = plan
    self.note = note
    pace = Pace(rate: plan.responseRate)
    isHeadRequest = request.method == .HEAD
    knowsChunks = request.version != .http1_0
    wantsClose = !request.isKeepAlive
  }

  /// Whether the client expects the connection to close after this response.
  var closesAfterwards: Bool { wantsClose || framing == .close }

  /// Begins the server's response.
  mutating func write(_ head: HTTPResponseHead) async throws {
    var head = head
    // These headers are hop-by-hop: the proxy sets its own.
    for name in ["Connection", "Keep-Alive", "Transfer-Encoding"] {
      head.headers.remove(name: name)
    }
    let hasNoBody = isHeadRequest || [204, 304].contains(head.status.code)
    if hasNoBody {
      framing = .noBody
    } else if head.headers.contains(name: "Content-Length") {
      framing = .length
    } else if knowsChunks {
      framing = .chunks
      head.headers.add(name: "Transfer-Encoding", value: "chunked")
    } else {
      framing = .close
    }
    if closesAfterwards { head.headers.add(name: "Connection", value: "close") }
    if pace.rate != nil { note(.slow) }
    try await sendHead(head)
  }

  /// Writes a complete response with another body; reports one that was too long to change.
  mutating func write(_ head: HTTPResponseHead, body: [UInt8]?) async throws {
    guard let body else {
      return try await write(
        OwnResponse(status: 502, body: "fault-proxy: the response is too long to rewrite\n"))
    }
    var head = head
    for name in ["Content-Length", "Content-Encoding"] { head.headers.remove(name: name) }
    head.headers.add(name: "Content-Length", value: String(body.count))
    try await write(head)
    try await write(ByteBuffer(bytes: body))
    try await end()
  }

  /// Writes a complete canned response.
  mutating func write(_ response: OwnResponse) async throws {
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status))
    for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) {
      head.headers.add(name: name, value: value)
    }
    if !head.headers.contains(name: "Content-Length") {
      head.headers.add(name: "Content-Length", value: String(response.body.count))
    }
    try await write(head)
    try await write(ByteBuffer(bytes: response.body))
    try await end()
  }

  /// Writes more of the body.
  mutating func write(_ buffer: ByteBuffer) async throws {
    guard framing != .noBody else { return }
    var buffer = buffer
    while buffer.readableBytes > 0 {
      var count = pace.next(buffer.readableBytes)
      if case .body(let place)? = plan.ending?.place { count = min(count, place - bodyCount) }
      if let piece = buffer.readSlice(length: max(0, count)), piece.readableBytes > 0 {
        try await send(framed(piece), of: piece.readableBytes)
        bodyCount += piece.readableBytes
      }
      try await endAtPlace()
    }
  }

  /// Ends the response.
  func end() async throws {
    try await endAtPlace()
    if framing == .chunks { try await send(ByteBuffer(string: "0\r\n\r\n"), of: 0) }
  }

  /// Closes the connection as the plan says, and ends the task that serves it.
  func endConnection() async throws {
    if let ending = plan.ending { note(ending.isReset ? .reset : .cut) }
    if plan.ending?.isReset == true { try await resetOnClose() }
    try await channel.close()
    throw ProxyConnection.Ended()
  }

  private func sendHead(_ head: HTTPResponseHead) async throws {
    var text = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
    for (name, value) in head.headers { text += "\(name): \(value)\r\n" }
    var buffer = ByteBuffer(string: text + "\r\n")
    var rest = buffer.readableBytes
    if case .head(let place)? = plan.ending?.place { rest = min(rest, place) }
    let isWhole = rest == buffer.readableBytes
    while rest > 0, let piece = buffer.readSlice(length: pace.next(rest)) {
      rest -= piece.readableBytes
      try await send(piece, of: piece.readableBytes)
    }
    if !isWhole { try await endConnection() }
    try await endAtPlace()
  }

  private func framed(_ piece: ByteBuffer) -> ByteBuffer {
    guard framing == .chunks else { return piece }
    var buffer = ByteBuffer(string: String(piece.readableBytes, radix: 16) + "\r\n")
    buffer.writeImmutableBuffer(piece)
    buffer.writeString("\r\n")
    return buffer
  }

  private func send(_ buffer: ByteBuffer, of count: Int) async throws {
    try await channel.writeAndFlush(buffer).get()
    try await pace.wait(after: count)
  }

  private func endAtPlace() async throws {
    if case .body(let place)? = plan.ending?.place, bodyCount >= place { try await endConnection() }
  }

  /// Makes the kernel discard pending data and send a reset on close.
  private func resetOnClose() async throws {
    guard let socket = channel as? any SocketOptionProvider else { return }
    try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
  }
}
