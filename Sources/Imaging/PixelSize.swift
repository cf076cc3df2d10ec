/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable {
  /// The number of pixels in a row.
  public let width: Int

  /// The number of rows.
  public let height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension PixelSize {
  /// Whether the size contains no pixel.
  public var isEmpty: Bool {
    width <= 0 || height <= 0
  }

  /// The largest size with the same aspect ratio that fits into another, rounded to whole pixels.
  ///
  /// Each side is at least one pixel, unless one of the two sizes is empty: then both sides are
  /// zero.
  public func scaled(toFit other: PixelSize) -> PixelSize {
    guard !isEmpty, !other.isEmpty else { return PixelSize(width: 0, height: 0) }
    let scale = min(Double(other.width) / Double(width), Double(other.height) / Double(height))
    func side(_ length: Int, limit: Int) -> Int {
      Int(max(1, min(Double(length) * scale + 0.5, Double(limit))))
    }
    return PixelSize(
      width: side(width, limit: other.width), height: side(height, limit: other.height))
  }

  /// The same as ``scaled(toFit:)``, but a size that already fits stays unchanged.
  func reduced(toFit other: PixelSize) -> PixelSize {
    width <= other.width && height <= other.height ? self : scaled(toFit: other)
  }

  /// The size after a rotation by 90 degrees.
  var transposed: PixelSize {
    PixelSize(width: height, height: width)
  }
}
