/// Collects the decompressed body of a response, up to a limit.
///
/// A large body goes to a file when the request has a folder for it. When the disk does not take it,
/// memory does, up to the limit of all other requests.
struct BodyReader {
  /// The size from which on a body is not kept in memory.
  static let mostInMemory = 1 << 20

  private(set) var bytes: [UInt8] = []
  /// What the body is in instead of `bytes`.
  private(set) var file: BodyFile?
  private var folder: BodyFolder?
  private var count = 0
  private let limit: Int
  private let sink: BodySink?
  private let decoder: GzipDecoder?

  init(_ head: ResponseHead, for request: HTTPRequest) throws(TransportError) {
    folder = request.bodyFolder
    sink = (200..<300).contains(head.status) ? request.sink : nil
    let most = folder == nil ? HTTPRequest.largestBody : HTTPRequest.largestBodyOnDisk
    limit = sink == nil ? min(request.maxBodyBytes, most) : request.maxBodyBytes
    decoder = try head.isCompressed() ? GzipDecoder() : nil
    let length = try head.length()
    guard length ?? 0 <= limit else { throw .tooLarge }
    if let sink {
      let start = BodyStart(
        status: head.status, headers: head.headers, length: decoder == nil ? length : nil)
      guard sink.begin(start) else { throw .notTaken }
    } else {
      bytes.reserveCapacity(min(length ?? 0, Self.mostInMemory))
    }
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
    guard count + chunk.count <= limit else { throw .tooLarge }
    if let sink {
      guard sink.take(chunk) else { throw .notTaken }
    } else if let file {
      if !file.append(chunk) { try returnToMemory(from: file, adding: chunk) }
    } else {
      if folder == nil, count + chunk.count > HTTPRequest.largestBody { throw .tooLarge }
      bytes.append(contentsOf: chunk)
      if bytes.count > Self.mostInMemory { moveToDisk() }
    }
    count += chunk.count
  }

  private mutating func moveToDisk() {
    // Taken, so that a disk that does not take the body is tried once.
    guard let new = folder.take()?.makeFile(), bytes.withUnsafeBytes({ new.append($0) }) else {
      return
    }
    (file, bytes) = (new, [])
  }

  /// Goes on in memory with a chunk that the disk took only a part of.
  private mutating func returnToMemory(
    from file: BodyFile, adding chunk: UnsafeRawBufferPointer
  ) throws(TransportError) {
    guard count + chunk.count <= HTTPRequest.largestBody, let start = file.bytes(count) else {
      throw .tooLarge
    }
    self.file = nil
    bytes = start
    bytes.append(contentsOf: chunk)
  }
}
