import Glibc
import Imaging
import Synchronization

/// Makes thumbnails of pictures, few at the same time: decoding a large picture takes much memory.
///
/// They are not kept: clients keep them, for what an id stands for never changes.
final class Thumbnailer: Sendable {
  private static let concurrency = 2
  /// How many may wait to be made.
  private static let capacity = 200
  /// What a picture may cost.
  private static let limits = ImageLimits(maxBytes: 32 << 20, maxPixels: 40_000_000)

  private struct State {
    var running = 0
    /// The oldest first.
    var waiters: [CheckedContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())

  /// The thumbnail of a picture, as PNG.
  ///
  /// - Throws: `M_UNKNOWN` for what is no picture that can be decoded, `M_TOO_LARGE` for what would
  ///   cost too much, `M_LIMIT_EXCEEDED` when too many wait.
  func thumbnail(at path: String, shape: ThumbnailShape) async throws -> [UInt8] {
    guard await enter() else { throw MatrixError.limited(retryAfter: 1000) }
    defer { leave() }
    return try await Disk.run { try Self.make(path, shape) }
  }

  /// Waits for a turn; false when too many wait.
  private func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if state.running < Self.concurrency {
          state.running += 1
          continuation.resume(returning: true)
        } else if state.waiters.count < Self.capacity {
          state.waiters.append(continuation)
        } else {
          continuation.resume(returning: false)
        }
      }
    }
  }

  /// Gives the turn on.
  private func leave() {
    state.withLock { state in
      if state.waiters.isEmpty {
        state.running -= 1
      } else {
        state.waiters.removeFirst().resume(returning: true)
      }
    }
  }

  private static func make(_ path: String, _ shape: ThumbnailShape) throws -> [UInt8] {
    do {
      guard let source = try Disk.read(path, limit: limits.maxBytes) else {
        throw MatrixError.noContent
      }
      return try encoded(source, shape)
    } catch let error as ImagingError {
      throw error == .tooManyPixels ? MatrixError.tooLargeForThumbnail : .noThumbnail
    } catch let error as DiskError where error.code == EFBIG {
      throw MatrixError.tooLargeForThumbnail
    }
  }

  private static func encoded(_ source: [UInt8], _ shape: ThumbnailShape) throws -> [UInt8] {
    switch shape.method {
    case .scale:
      return try ImageDecoder.decode(source, limits: limits, fitting: shape.size).pngData()
    case .crop:
      let bitmap = try ImageDecoder.decode(source, limits: limits, covering: shape.size)
      // A picture that does not cover the size is not enlarged: it keeps its pixels, cut to the
      // proportions of the size.
      return try bitmap.scaled(toFill: shape.size.scaledDown(toFit: bitmap.size)).pngData()
    }
  }
}

extension PixelSize {
  /// The largest size of these proportions, no larger than this one, that fits into another.
  fileprivate func scaledDown(toFit other: PixelSize) -> PixelSize {
    width <= other.width && height <= other.height ? self : scaled(toFit: other)
  }
}

extension MatrixError {
  static let noThumbnail = MatrixError(
    400, "M_UNKNOWN", "this content has no thumbnail: it is no picture that can be read")
  static let tooLargeForThumbnail = MatrixError.tooLarge("the picture is too large for a thumbnail")
}
