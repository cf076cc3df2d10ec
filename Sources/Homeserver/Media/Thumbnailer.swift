import Glibc
import Imaging

/// Makes thumbnails, only two at a time, because decoding a large picture takes much memory.
///
/// Clients cache thumbnails, since the content of an id never changes, so the server does not.
final class Thumbnailer: Sendable {
  private static let limits = ImageLimits(maxBytes: 32 << 20, maxPixels: 40_000_000)

  /// All users share one queue: a request for an old link has no user.
  private let turns = WaitQueue<String>(.init(total: 2, perKey: 2, waiting: 200))

  /// The thumbnail of a picture, as PNG.
  ///
  /// - Throws: `M_UNKNOWN` for content that is not a readable picture, `M_TOO_LARGE` for a picture
  ///   beyond the limits, `M_LIMIT_EXCEEDED` when too many requests wait.
  func thumbnail(at path: String, shape: ThumbnailShape) async throws -> [UInt8] {
    let turn = try await turns.enter("")
    defer { withExtendedLifetime(turn) {} }
    return try await Disk.run { try Self.make(path, shape) }
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
      // A picture that is smaller than the size is not enlarged, only cut to its proportions.
      return try bitmap.scaled(toFill: shape.size.scaledDown(toFit: bitmap.size)).pngData()
    }
  }
}

extension PixelSize {
  /// The largest size of these proportions that fits both this size and another.
  fileprivate func scaledDown(toFit other: PixelSize) -> PixelSize {
    width <= other.width && height <= other.height ? self : scaled(toFit: other)
  }
}

extension MatrixError {
  static let noThumbnail = MatrixError(
    400, "M_UNKNOWN", "this content has no thumbnail: it is not a readable picture")
  static let tooLargeForThumbnail = MatrixError.tooLarge("the picture is too large for a thumbnail")
}
