/// Collects the decompressed body of a response, up to a limit.
struct BodyReader {
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private let decoder: GzipDecoder?

  init(_ head: ResponseHead, limit: Int) throws(TransportError) {
    self.limit = limit
    decoder = try head.isCompressed() ? GzipDecoder() : nil
    let length = try head.length() ?? 0
    guard length <= limit else { throw .tooLarge }
    bytes.reserveCapacity(min(length, 1 << 20))
  }

  mutating func append(_ chunk: UnsafeRawBufferPointer) throws(TransportError) {
    guard let decoder else { return try add(chunk) }
    try decoder.decode(chunk) { (piece) throws(TransportError) in try add(piece) }
  }

  /// Fails when the compressed body is incomplete.
  func finish() throws(TransportError) {
    try decoder?.finish()
  }

  private mutating func add(_ chunk: UnsafeRawBufferPointer) throws(TransportError) {
    guard bytes.count + chunk.count <= limit else { throw .tooLarge }
    bytes.append(contentsOf: chunk)
  }
}
