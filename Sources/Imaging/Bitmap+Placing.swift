extension Bitmap {
  /// The picture as a part of a transparent canvas; what lies outside of that is cut off.
  ///
  /// The place must not be negative.
  func placed(column: Int, row: Int, on canvas: PixelSize) -> Bitmap {
    if column == 0, row == 0, size == canvas { return self }
    var pixels = [UInt32](repeating: 0, count: canvas.width * canvas.height)
    let columns = min(width, canvas.width - column)
    let rows = min(height, canvas.height - row)
    for line in 0..<max(rows, 0) where columns > 0 {
      let (target, source) = ((row + line) * canvas.width + column, line * width)
      pixels.replaceSubrange(
        target..<(target + columns), with: self.pixels[source..<(source + columns)])
    }
    return Bitmap(width: canvas.width, height: canvas.height, pixels: pixels)
  }
}
