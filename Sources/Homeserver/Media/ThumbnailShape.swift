import Imaging

/// The shape of a thumbnail: one of few sizes, so that clients share thumbnails between places.
struct ThumbnailShape: Hashable, Sendable {
  enum Method: String, Sendable {
    /// The whole picture.
    case scale
    /// The middle of the picture, in the proportions of the requested size.
    case crop
  }

  let size: PixelSize
  let method: Method

  /// The lengths of sides; they include those that the specification demands.
  ///
  /// A requested length is rounded up, so that no thumbnail is smaller than requested.
  ///
  /// Source: Matrix client-server API, "Thumbnails".
  private static let sides = [32, 64, 96, 160, 240, 320, 480, 600, 640, 800]

  /// Parses the arguments of a request.
  init(_ request: Request) throws {
    let name = request.argument("method") ?? Method.scale.rawValue
    guard let method = Method(rawValue: name) else {
      throw MatrixError.invalid("'method' must be 'crop' or 'scale'")
    }
    self.method = method
    size = PixelSize(
      width: try Self.side("width", in: request), height: try Self.side("height", in: request))
  }

  private static func side(_ name: String, in request: Request) throws -> Int {
    guard let text = request.argument(name) else { throw MatrixError.missing(name) }
    guard let length = Int(text), length > 0 else {
      throw MatrixError.invalid("'\(name)' is not a number of pixels")
    }
    return sides.first { $0 >= length } ?? sides[sides.count - 1]
  }
}
