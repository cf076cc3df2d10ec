import HTTPTypes
import HummingbirdCore
import NIOCore

/// A response on its way to a connection.
struct OutgoingResponse {
  private let response: Response
  private let isHead: Bool
  private let closes: Bool
  private let allowedOrigin: String?

  /// - Parameters:
  ///   - isHead: Whether the request was a HEAD request.
  ///   - closes: Whether the connection ends with the response.
  ///   - allowedOrigin: The origin whose web client may read the response.
  init(_ response: Response, isHead: Bool, closes: Bool, allowedOrigin: String?) {
    self.response = response
    self.isHead = isHead
    self.closes = closes
    self.allowedOrigin = allowedOrigin
  }

  /// Source: RFC 9110, sections 15.3.5 and 15.4.5.
  private var allowsBody: Bool { response.status != 204 && response.status != 304 }

  private var hasBody: Bool { allowsBody && !isHead }

  /// Writes the response no faster than the client reads it.
  ///
  /// - Parameter chunk: How many bytes to write at once.
  /// - Throws: When the client has disconnected, or a file is shorter than recorded; the connection
  ///   then ends.
  func write(
    with writer: consuming ResponseWriter, on channel: any Channel, chunk: Int,
    log: (String) -> Void
  ) async throws {
    switch response.body {
    case .bytes(let bytes):
      let head = head(size: bytes.count)
      guard hasBody, bytes.count > 2 * chunk else {
        guard hasBody, !bytes.isEmpty else { return try await writer.writeResponse(head) }
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return try await writer.write(response: head, body: body)
      }
      // Only the chunk being written is copied.
      try await write(head, size: bytes.count, with: writer, on: channel, chunk: chunk) {
        ByteBuffer(bytes: bytes[$0..<$0 + $1])
      }
    case .file(let path, let size, let start):
      let file: ServedFile
      do {
        file = try await ServedFile.open(path)
      } catch {
        log("a file cannot be served: \(error)")
        let failure = OutgoingResponse(
          .error(.internalError), isHead: isHead, closes: closes,
          allowedOrigin: allowedOrigin)
        return try await failure.write(with: writer, on: channel, chunk: chunk, log: log)
      }
      guard hasBody, size > 0 else { return try await writer.writeResponse(head(size: size)) }
      try await write(head(size: size), size: size, with: writer, on: channel, chunk: chunk) {
        try await file.read(at: start + $0, count: $1)
      }
    }
  }

  private func write(
    _ head: HTTPResponse, size: Int, with writer: consuming ResponseWriter,
    on channel: any Channel, chunk: Int, read: (Int, Int) async throws -> ByteBuffer?
  ) async throws {
    var body = try await writer.writeHead(head)
    var offset = 0
    while offset < size {
      // The client notices a short response only when the connection ends, so this throws.
      guard let piece = try await read(offset, min(chunk, size - offset)),
        piece.readableBytes > 0
      else { throw ServedFile.Failure.isShort }
      offset += piece.readableBytes
      try await body.write(piece)
      // Only the event loop knows whether the client keeps up; the next write waits for the client
      // only if the loop has seen this one.
      try await channel.eventLoop.submit {}.get()
    }
    try await body.finish(nil)
  }

  private func head(size: Int) -> HTTPResponse {
    var fields = response.headers
    fields[.date] = HTTPDate.now()
    if allowsBody {
      if fields[.contentType] == nil { fields[.contentType] = response.contentType }
      fields[.contentLength] = String(size)
    }
    if closes { fields[.connection] = "close" }
    if let allowedOrigin {
      fields[.accessControlAllowOrigin] = allowedOrigin
      fields[.vary] = "Origin"
      fields[.accessControlAllowMethods] = "GET, POST, PUT, DELETE, OPTIONS"
      fields[.accessControlAllowHeaders] = "X-Requested-With, Content-Type, Authorization"
    }
    return HTTPResponse(status: .init(code: response.status), headerFields: fields)
  }
}
