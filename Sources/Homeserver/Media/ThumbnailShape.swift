import Imaging

/// Which thumbnail is wanted: one of few sizes, which so serve more than one place on the screen.
struct ThumbnailShape: Hashable, Sendable {
  enum Method: String, Sendable {
    /// The whole picture.
    case scale
    /// The middle of the picture, in the proportions of the size.
    case crop
  }

  let size: PixelSize
  let method: Method

  /// The lengths of sides that are made.
  ///
  /// A wanted one becomes the next of them, so that no thumbnail is smaller than it was asked for.
  /// They hold those that the specification demands.
  ///
  /// Source: Matrix client-server API, "Thumbnails".
  private static let sides = [32, 64, 96, 160, 240, 320, 480, 600, 640, 800]

  init(width: Int, height: Int, method: Method) {
    size = PixelSize(width: Self.side(width), height: Self.side(height))
    self.method = method
  }

  /// Reads what a request asks for.
  init(_ request: Request) throws {
    let name = request.argument("method") ?? Method.scale.rawValue
    guard let method = Method(rawValue: name) else {
      throw MatrixError.invalid("'method' is neither 'crop' nor 'scale'")
    }
    self.init(
      width: try Self.length("width", in: request), height: try Self.length("height", in: request),
      method: method)
  }

  private static func side(_ length: Int) -> Int {
    sides.first { $0 >= length } ?? sides[sides.count - 1]
  }

  private static func length(_ name: String, in request: Request) throws -> Int {
    guard let text = request.argument(name) else { throw MatrixError.missing(name) }
    guard let length = Int(text), length > 0 else {
      throw MatrixError.invalid("'\(name)' is no number of pixels")
    }
    return length
  }
}
