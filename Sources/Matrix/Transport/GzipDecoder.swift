import CZlib

/// Decompresses gzip piece by piece and detects truncation.
final class GzipDecoder {
  // zlib stores the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
  private var hasBegun = false
  private var hasEnded = false

  private static let damaged = TransportError.malformed("the compressed body is damaged")

  init() throws(TransportError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The widest window; adding 16 selects gzip alone. Source: zlib.h, inflateInit2.
    let size = CInt(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { throw Self.damaged }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Passes the decompressed `chunk` on in pieces, so that the receiver can stop a bomb early.
  func decode(
    _ chunk: UnsafeRawBufferPointer,
    to receive: (UnsafeRawBufferPointer) throws(TransportError) -> Void
  ) throws(TransportError) {
    guard !chunk.isEmpty else { return }
    hasBegun = true
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: chunk.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(chunk.count)
    repeat {
      guard !hasEnded else { throw Self.damaged }
      stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      let status = inflate(stream, Z_NO_FLUSH)
      // zlib reports an empty input this way; it is not an error.
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Self.damaged }
      hasEnded = status == Z_STREAM_END
      let count = output.count - Int(stream.pointee.avail_out)
      try receive(UnsafeRawBufferPointer(rebasing: output[..<count]))
    } while stream.pointee.avail_in > 0 || (stream.pointee.avail_out == 0 && !hasEnded)
  }

  /// Fails when the end is missing; an absent body counts as complete.
  func finish() throws(TransportError) {
    guard hasEnded || !hasBegun else { throw Self.damaged }
  }
}
