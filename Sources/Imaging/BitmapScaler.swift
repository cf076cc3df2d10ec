/// Resizes a part of a bitmap with a box filter: each new pixel is the mean of the area it covers.
///
/// Colours are weighted by their alpha, so that transparent pixels leave no halo.
struct BitmapScaler {
  private let bitmap: Bitmap
  private let columns: [BoxFilterSpan]
  private let rows: [BoxFilterSpan]

  /// Prepares scaling a rectangle of a bitmap, in source pixels, to a size.
  init(
    _ bitmap: Bitmap, columns: Range<Double>, rows: Range<Double>, to size: PixelSize
  ) {
    self.bitmap = bitmap
    self.columns = BoxFilterSpan.spans(of: columns, parts: size.width, limit: bitmap.width)
    self.rows = BoxFilterSpan.spans(of: rows, parts: size.height, limit: bitmap.height)
  }

  /// The scaled picture.
  func scaled() -> Bitmap {
    var pixels = [UInt32]()
    pixels.reserveCapacity(columns.count * rows.count)
    var sums = [SIMD4<Float>](repeating: .zero, count: columns.count)
    bitmap.pixels.withUnsafeBufferPointer { source in
      for row in rows {
        for index in sums.indices { sums[index] = .zero }
        for (offset, line) in row.range.enumerated() {
          add(source, line: line, weight: row.weight(at: offset), to: &sums)
        }
        pixels.append(contentsOf: sums.lazy.map { Self.pixel($0) })
      }
    }
    return Bitmap(width: columns.count, height: rows.count, pixels: pixels)
  }

  private func add(
    _ source: UnsafeBufferPointer<UInt32>, line: Int, weight: Float, to sums: inout [SIMD4<Float>]
  ) {
    let start = line * bitmap.width
    for (index, column) in columns.enumerated() {
      var sum = SIMD4<Float>.zero
      for (offset, position) in column.range.enumerated() {
        sum += Self.weightedColour(source[start + position]) * column.weight(at: offset)
      }
      sums[index] += sum * weight
    }
  }

  /// The blue, green and red channels multiplied by alpha, and alpha itself.
  private static func weightedColour(_ pixel: UInt32) -> SIMD4<Float> {
    let alpha = Float(pixel >> 24)
    return SIMD4(
      Float(pixel & 0xFF) * alpha, Float(pixel >> 8 & 0xFF) * alpha,
      Float(pixel >> 16 & 0xFF) * alpha, alpha)
  }

  private static func pixel(_ sum: SIMD4<Float>) -> UInt32 {
    let alpha = byte(sum.w)
    guard alpha > 0 else { return 0 }
    let (blue, green, red) = (byte(sum.x / sum.w), byte(sum.y / sum.w), byte(sum.z / sum.w))
    return alpha << 24 | red << 16 | green << 8 | blue
  }

  private static func byte(_ value: Float) -> UInt32 {
    UInt32(min(max(value + 0.5, 0), 255))
  }
}
