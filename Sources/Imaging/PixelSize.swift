/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable {
  /// The number of pixels in a row.
  public let width: Int

  /// The number of rows.
  public let height: Int

  /// Makes a size from its two sides.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension PixelSize {
  /// Whether there is no pixel in it.
  public var isEmpty: Bool {
    width <= 0 || height <= 0
  }

  /// The largest size of the same proportions that fits into another, rounded to whole pixels.
  ///
  /// No side becomes less than one pixel, unless one of the two sizes is empty: then both are zero.
  public func scaled(toFit other: PixelSize) -> PixelSize {
    guard !isEmpty, !other.isEmpty else { return PixelSize(width: 0, height: 0) }
    let scale = min(Double(other.width) / Double(width), Double(other.height) / Double(height))
    func side(_ length: Int, limit: Int) -> Int {
      Int(max(1, min(Double(length) * scale + 0.5, Double(limit))))
    }
    return PixelSize(
      width: side(width, limit: other.width), height: side(height, limit: other.height))
  }

  /// The same as ``scaled(toFit:)``, but a size that fits already stays as it is.
  func reduced(toFit other: PixelSize) -> PixelSize {
    width <= other.width && height <= other.height ? self : scaled(toFit: other)
  }

  /// The size of the picture turned by a quarter.
  var transposed: PixelSize {
    PixelSize(width: height, height: width)
  }
}
