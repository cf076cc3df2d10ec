import Glibc
import NIOCore
import NIOPosix

/// A file that is read piece by piece, off the threads that handle requests.
final class ServedFile: Sendable {
  enum Failure: Error {
    case cannotOpen(Int32)
    case cannotRead(Int32)
    case isShort
  }

  private let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  static func open(_ path: String) async throws -> ServedFile {
    try await NIOThreadPool.singleton.runIfActive {
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { throw Failure.cannotOpen(errno) }
      return ServedFile(descriptor: descriptor)
    }
  }

  /// Reads at an offset; returns no bytes behind the end.
  func read(at offset: Int, count: Int) async throws -> ByteBuffer {
    try await NIOThreadPool.singleton.runIfActive { [descriptor] in
      var buffer = ByteBufferAllocator().buffer(capacity: count)
      let length = buffer.withUnsafeMutableWritableBytes { bytes in
        pread(descriptor, bytes.baseAddress, min(count, bytes.count), off_t(offset))
      }
      guard length >= 0 else { throw Failure.cannotRead(errno) }
      buffer.moveWriterIndex(forwardBy: length)
      return buffer
    }
  }
}
