import NIOCore
import NIOHTTP1

/// One client connection: its requests one after another, each with its faults.
///
/// Only the task that serves the connection uses it.
final class ProxyConnection {
  typealias Inbound = NIOAsyncChannel<HTTPServerRequestPart, ByteBuffer>

  /// The connection must close without further output.
  struct Ended: Error {}

  /// A request whose body has not been read.
  private struct Incoming {
    let head: HTTPRequestHead
    let decision: RuleBook.Decision

    var plan: FaultPlan { decision.plan }
  }

  private let channel: any Channel
  private let server: ServerAddress
  private let book: RuleBook
  private var parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

  private init(
    _ channel: any Channel, _ server: ServerAddress, _ book: RuleBook,
    _ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
  ) {
    self.channel = channel
    self.server = server
    self.book = book
    self.parts = parts
  }

  /// Serves a connection until it closes.
  static func serve(
    _ connection: Inbound, before server: ServerAddress, _ book: RuleBook
  ) async {
    let channel = connection.channel
    await withTaskCancellationHandler {
      // Any error on either side closes the connection, which is all that a client sees.
      try? await connection.executeThenClose { inbound, _ in
        try await ProxyConnection(channel, server, book, inbound.makeAsyncIterator()).run()
      }
    } onCancel: {
      // A pending write to a client that does not read would wait forever.
      channel.close(promise: nil)
    }
  }

  private func run() async throws {
    var waiting = try await nextRequest()
    while let request = waiting {
      if request.plan.ownResponse != nil {
        try await answerItself(request)
        waiting = try await nextRequest()
      } else {
        waiting = try await serve(from: request)
      }
    }
  }

  /// Serves requests over one server connection, and returns the first that needs another.
  private func serve(from first: Incoming) async throws -> Incoming? {
    defer { book.release(first.decision.releases) }
    let connection = try await Upstream.connect(to: server)
    let upstreamChannel = connection.channel
    return try await withTaskCancellationHandler {
      try await connection.executeThenClose { inbound, _ -> Incoming? in
        let upstream = Upstream(channel: upstreamChannel, responses: inbound.makeAsyncIterator())
        var request = first
        while true {
          try await pass(request, through: upstream)
          guard let next = try await nextRequest() else { return nil }
          guard next.plan.ownResponse == nil, upstream.isUsable else { return next }
          request = next
        }
      }
    } onCancel: {
      upstreamChannel.close(promise: nil)
    }
  }

  /// Returns the next request, after any delay or hold.
  private func nextRequest() async throws -> Incoming? {
    guard let part = try await parts.next() else { return nil }
    guard case .head(let head) = part else { throw Ended() }
    let decision = book.decide(method: head.method.rawValue, target: head.uri)
    if let limit = decision.plan.longestHold { try await book.hold(decision, atMost: limit) }
    if let delay = decision.plan.requestDelay {
      book.note(.delay, of: decision.rule)
      try await Task.sleep(for: delay)
    }
    return Incoming(head: head, decision: decision)
  }

  /// Sends a request to the server and its response back.
  private func pass(_ request: Incoming, through upstream: Upstream) async throws {
    defer { book.release(request.decision.releases) }
    let (isWhole, copy) = try await upload(request, to: upstream)
    if !request.plan.insistsOnServer { upstream.close(with: channel) }
    guard let copy else {
      return try await sendResponse(from: upstream, to: request, canGoOn: isWhole)
    }
    book.note(.sendTwice, of: request.decision.rule)
    let server = server
    async let second = Upstream.status(of: copy, at: server)
    let result: Result<Void, any Error>
    do {
      result = .success(try await sendResponse(from: upstream, to: request, canGoOn: isWhole))
    } catch {
      result = .failure(error)
    }
    let status = await second
    book.update(request.decision.request.number) { $0.secondStatus = status }
    try result.get()
  }

  /// Streams a request to the server, and returns a copy if one is needed.
  ///
  /// If the server responds before it has read the whole request and closes, that response counts.
  private func upload(
    _ request: Incoming, to upstream: Upstream
  ) async throws -> (isWhole: Bool, copy: Upstream.Request?) {
    let plan = request.plan
    if let rewrite = plan.requestRewrite {
      return (try await upload(request, rewrittenBy: rewrite, to: upstream), nil)
    }
    let head = try await prepared(request)
    var copy = plan.isSentTwice ? Upstream.Request(head: head) : nil
    let pace = Pace(rate: plan.requestRate)
    if pace.rate != nil { book.note(.slow, of: request.decision.rule) }
    var isAccepted = await upstream.accepts(.head(head))
    while case let part? = try await parts.next() {
      switch part {
      case .head: throw Ended()
      case .body(var buffer):
        copy = copy.flatMap { $0.adding(buffer) }
        while isAccepted, let piece = buffer.readSlice(length: pace.next(buffer.readableBytes)) {
          guard piece.readableBytes > 0 else { break }
          isAccepted = await upstream.accepts(.body(.byteBuffer(piece)))
          try await pace.wait(after: piece.readableBytes)
        }
        guard isAccepted else { return (false, nil) }
      case .end(let trailers):
        return (await upstream.accepts(.end(trailers)), copy)
      }
    }
    throw Ended()
  }

  /// Reads a request to its end and sends it to the server with another body.
  private func upload(
    _ request: Incoming, rewrittenBy rewrite: ([UInt8]) -> [UInt8], to upstream: Upstream
  ) async throws -> Bool {
    var head = try await prepared(request)
    var body: [UInt8] = []
    while case .body(let buffer)? = try await parts.next() {
      body += buffer.readableBytesView
      guard body.count <= Upstream.longestKeptBody else { throw Ended() }
    }
    book.note(.rewriteRequest, of: request.decision.rule)
    body = rewrite(body)
    head.headers.remove(name: "Transfer-Encoding")
    head.headers.replaceOrAdd(name: "Content-Length", value: "\(body.count)")
    for part in [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body)))]
      as [HTTPClientRequestPart]
    {
      guard await upstream.accepts(part) else { return false }
    }
    return await upstream.accepts(.end(nil))
  }

  /// The head for the server: with the server's own host, and without hop-by-hop headers.
  private func prepared(_ request: Incoming) async throws -> HTTPRequestHead {
    var head = request.head
    if head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
      head.headers.remove(name: "Expect")
      try await channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")).get()
    }
    head.version = .http1_1
    head.headers.replaceOrAdd(name: "Host", value: "\(server.host):\(server.port)")
    for name in ["Connection", "Keep-Alive", "Upgrade"] { head.headers.remove(name: name) }
    if request.plan.rewrite != nil { head.headers.remove(name: "Accept-Encoding") }
    return head
  }

  private func answerItself(_ request: Incoming) async throws {
    defer { book.release(request.decision.releases) }
    var response = request.plan.ownResponse ?? OwnResponse(status: 500)
    while case let part? = try await parts.next() {
      if case .end = part { break }
    }
    book.note(.answer, of: request.decision.rule)
    book.update(request.decision.request.number) { $0.status = response.status }
    if let rewrite = request.plan.rewrite { response.body = rewrite(response.body) }
    var writer = writer(for: request)
    try await delayResponse(of: request)
    try await writer.write(response)
    try finish(writer, request)
  }

  private func sendResponse(
    from upstream: Upstream, to request: Incoming, canGoOn: Bool
  ) async throws {
    guard case .head(let head) = try await upstream.responses.next() else { throw Ended() }
    let (plan, rule) = (request.plan, request.decision.rule)
    upstream.note(head)
    book.update(request.decision.request.number) { $0.status = Int(head.status.code) }
    book.release(request.decision.releases)
    var writer = writer(for: request)
    if plan.losesResponse {
      try await upstream.skipResponse()
      book.note(.loseResponse, of: rule)
      try await writer.endConnection()
    }
    try await delayResponse(of: request)
    if let rewrite = plan.rewrite {
      let body = try await upstream.wholeBody()
      book.note(.rewrite, of: rule)
      try await writer.write(head, body: body.map(rewrite))
    } else {
      try await writer.write(head)
      while case .body(let buffer) = try await upstream.nextPart() {
        try await writer.write(buffer)
      }
      try await writer.end()
    }
    try finish(writer, request)
    if !canGoOn { throw Ended() }
  }

  private func delayResponse(of request: Incoming) async throws {
    guard let delay = request.plan.responseDelay else { return }
    book.note(.delay, of: request.decision.rule)
    try await Task.sleep(for: delay)
  }

  private func writer(for request: Incoming) -> ResponseWriter {
    let (book, rule) = (book, request.decision.rule)
    return ResponseWriter(
      channel: channel, request: request.head, plan: request.plan,
      note: { book.note($0, of: rule) })
  }

  private func finish(_ writer: ResponseWriter, _ request: Incoming) throws {
    book.noteAnswer(to: request.decision.request.number)
    if writer.closesAfterwards { throw Ended() }
  }
}
