import NIOCore

/// The body of a request, which can be read once, at once or piece by piece.
struct RequestBody: Sendable {
  /// Takes a piece of a body; the next one is read when it returns.
  typealias Consumer = (ByteBuffer) async throws -> Void

  /// What the client said about its length, in bytes; nil when it said nothing.
  let declaredLength: Int?
  private let read: @Sendable (Int, Consumer) async throws -> Void

  /// - Parameter read: Hands over the pieces one after the other; gets the limit and whom to hand
  ///   them to, and throws ``excess(_:)`` before more than the limit is handed over.
  init(
    declaredLength: Int? = nil, read: @escaping @Sendable (Int, Consumer) async throws -> Void
  ) {
    self.declaredLength = declaredLength
    self.read = read
  }

  /// A body that is there already.
  init(_ bytes: ByteBuffer) {
    self.init(declaredLength: bytes.readableBytes) { limit, take in
      guard bytes.readableBytes <= limit else { throw RequestBody.excess(limit) }
      if bytes.readableBytes > 0 { try await take(bytes) }
    }
  }

  /// Hands over the pieces of the body as they arrive, without keeping any: a slow consumer holds
  /// the client back.
  ///
  /// It returns when the whole body was there; a body that stops short throws.
  ///
  /// - Parameter limit: In bytes; a longer body is `M_TOO_LARGE`, told before anything is handed
  ///   over when the client said how long it is.
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
