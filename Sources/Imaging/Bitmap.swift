/// A decoded picture: pixels in memory, ready to be scaled and drawn.
///
/// A bitmap is an immutable value that any thread may use.
public struct Bitmap: Sendable, Equatable {
  /// The number of pixels in a row; may be zero.
  public let width: Int

  /// The number of rows; may be zero.
  public let height: Int

  /// The pixels row by row from the top left, `0xAARRGGBB` with straight (not premultiplied) alpha.
  ///
  /// It holds exactly `width * height` pixels.
  public let pixels: [UInt32]

  /// Creates a bitmap from pixels.
  ///
  /// The sizes must not be negative, and `pixels` must hold `width * height` pixels.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0, "a bitmap's size must not be negative")
    precondition(
      pixels.count == width * height, "a bitmap must hold width * height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension Bitmap {
  /// The width and height in pixels.
  public var size: PixelSize {
    PixelSize(width: width, height: height)
  }

  /// The pixel at a column and row, which count from zero at the top left and must lie in the
  /// bitmap.
  @inlinable
  public subscript(column: Int, row: Int) -> UInt32 {
    precondition(
      column >= 0 && column < width && row >= 0 && row < height, "the pixel must be in the bitmap")
    return pixels[row * width + column]
  }
}
