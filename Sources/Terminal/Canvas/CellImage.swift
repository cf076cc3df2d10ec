public import Imaging

/// A picture scaled to a number of cells, ready to be drawn.
///
/// Each cell shows two pixels, one above the other. The picture keeps its aspect ratio (a cell
/// counts as twice as high as wide) and is centred; margins and transparent pixels show the
/// background. Scaling takes time in proportion to the bitmap's pixels and may happen on any
/// thread; keep the value as long as the picture is on screen.
public struct CellImage: Sendable, Hashable {
  /// The width in columns, margins included.
  public let columns: Int

  /// The height in rows, margins included.
  public let rows: Int

  /// Pixels as `0xAARRGGBB`, `columns` wide and twice `rows` high; alpha is either 0 or 255.
  let pixels: [UInt32]

  /// Scales a bitmap to an area of cells; an empty bitmap gives an empty picture of that size.
  public init(bitmap: Bitmap, columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    var canvas = [UInt32](repeating: 0, count: self.columns * self.rows * 2)
    let (width, height) = Self.fit(
      bitmap, width: self.columns, height: self.rows * 2)
    let left = (self.columns - width) / 2
    let top = (self.rows * 2 - height) / 2
    for y in 0..<height {
      for x in 0..<width {
        canvas[(top + y) * self.columns + left + x] = Self.average(
          bitmap, columns: Self.span(x, of: width, in: bitmap.width),
          rows: Self.span(y, of: height, in: bitmap.height))
      }
    }
    pixels = canvas
  }

  /// The largest size with the bitmap's aspect ratio.
  private static func fit(_ bitmap: Bitmap, width: Int, height: Int) -> (Int, Int) {
    guard bitmap.width > 0, bitmap.height > 0, width > 0, height > 0 else { return (0, 0) }
    let scale = min(
      Double(width) / Double(bitmap.width), Double(height) / Double(bitmap.height))
    let fitted = (
      Int((Double(bitmap.width) * scale).rounded()), Int((Double(bitmap.height) * scale).rounded())
    )
    return (min(width, max(1, fitted.0)), min(height, max(1, fitted.1)))
  }

  /// The source pixels that one target pixel covers; at least one.
  private static func span(_ index: Int, of count: Int, in total: Int) -> Range<Int> {
    let start = index * total / count
    return start..<max(start + 1, (index + 1) * total / count)
  }

  /// The mean colour of a box, weighted by opacity.
  private static func average(
    _ bitmap: Bitmap, columns: Range<Int>, rows: Range<Int>
  ) -> UInt32 {
    var alpha = 0
    var red = 0
    var green = 0
    var blue = 0
    for row in rows {
      for column in columns {
        let pixel = Int(bitmap.pixels[row * bitmap.width + column])
        let weight = pixel >> 24
        alpha += weight
        red += (pixel >> 16 & 0xFF) * weight
        green += (pixel >> 8 & 0xFF) * weight
        blue += (pixel & 0xFF) * weight
      }
    }
    guard alpha * 2 >= 255 * rows.count * columns.count else { return 0 }
    return 0xFF00_0000 | UInt32(red / alpha) << 16 | UInt32(green / alpha) << 8
      | UInt32(blue / alpha)
  }
}

extension Canvas {
  /// Draws a picture with its top left corner at a point.
  ///
  /// On a monochrome terminal, shade characters show the brightness of each cell.
  public mutating func draw(_ image: CellImage, at point: Point) {
    for row in 0..<image.rows {
      for column in 0..<image.columns {
        let upper = image.pixels[row * 2 * image.columns + column]
        let lower = image.pixels[(row * 2 + 1) * image.columns + column]
        let (scalar, style) =
          capabilities.colorDepth >= .palette
          ? Self.halfBlock(upper, lower) : shade(upper, lower)
        put(
          scalar, at: Point(column: point.column + column, row: point.row + row), style: style)
      }
    }
  }

  private static func halfBlock(_ upper: UInt32, _ lower: UInt32) -> (Unicode.Scalar, Style) {
    switch (upper >> 24 != 0, lower >> 24 != 0) {
    case (false, false): (" ", .plain)
    case (true, false): ("▀", Style(foreground: color(upper)))
    case (false, true): ("▄", Style(foreground: color(lower)))
    case (true, true) where upper == lower: (" ", Style(background: color(upper)))
    case (true, true): ("▀", Style(foreground: color(upper), background: color(lower)))
    }
  }

  private static func color(_ pixel: UInt32) -> Color {
    .rgb(UInt8(pixel >> 16 & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel & 0xFF))
  }

  private func shade(_ upper: UInt32, _ lower: UInt32) -> (Unicode.Scalar, Style) {
    let ramp: [Unicode.Scalar] = [" ", "░", "▒", "▓", "█"]
    let seen = [upper, lower].filter { $0 >> 24 != 0 }
    guard !seen.isEmpty else { return (" ", .plain) }
    let sum = seen.reduce(0) { sum, pixel in
      // The luma weights of Rec. 601, in thousandths.
      sum + (pixel >> 16 & 0xFF) * 299 + (pixel >> 8 & 0xFF) * 587 + (pixel & 0xFF) * 114
    }
    let light = Int(sum) / seen.count / 1000
    let ink = capabilities.background == .dark ? light : 255 - light
    return (ramp[min(ramp.count - 1, ink * ramp.count / 256)], .plain)
  }
}
