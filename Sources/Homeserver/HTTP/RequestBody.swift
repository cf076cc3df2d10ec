import NIOCore

/// The body of a request; it can be read once, whole or piece by piece.
struct RequestBody: Sendable {
  /// Takes a piece of a body; the next piece is read after it returns.
  typealias Consumer = (ByteBuffer) async throws -> Void

  /// The length that the client declared, in bytes; nil for an unknown length.
  let declaredLength: Int?
  private let read: @Sendable (Int, Consumer) async throws -> Void

  /// - Parameter read: Gets a limit and a consumer, and passes the pieces to the consumer one after
  ///   the other; throws ``excess(_:)`` before it passes more than the limit.
  init(
    declaredLength: Int? = nil, read: @escaping @Sendable (Int, Consumer) async throws -> Void
  ) {
    self.declaredLength = declaredLength
    self.read = read
  }

  /// A body in memory.
  init(_ bytes: ByteBuffer) {
    self.init(declaredLength: bytes.readableBytes) { limit, take in
      guard bytes.readableBytes <= limit else { throw RequestBody.excess(limit) }
      if bytes.readableBytes > 0 { try await take(bytes) }
    }
  }

  /// Passes on the pieces of the body as they arrive, without keeping any: a slow consumer slows the
  /// client down.
  ///
  /// It returns after the last piece; an incomplete body throws.
  ///
  /// - Parameter limit: In bytes; a longer body is `M_TOO_LARGE`, and is refused before its first piece
  ///   when the client declared the length.
  func forEachChunk(limit: Int, _ take: Consumer) async throws {
    try await read(limit, take)
  }

  /// Reads the whole body.
  func collect(limit: Int) async throws -> ByteBuffer {
    var whole = ByteBuffer()
    try await forEachChunk(limit: limit) { piece in
      if whole.readableBytes == 0 {
        whole = piece
      } else {
        whole.writeImmutableBuffer(piece)
      }
    }
    return whole
  }

  /// The refusal of a body that is too long.
  static func excess(_ limit: Int) -> MatrixError {
    .tooLarge("the body may have \(limit) bytes")
  }
}
