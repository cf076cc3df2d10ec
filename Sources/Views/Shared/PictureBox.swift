import Imaging
import Terminal

/// A picture on the screen, scaled once per bitmap and size.
final class PictureBox {
  private var shown: (bitmap: Bitmap, image: CellImage)?

  /// The number of pixels that a picture of the given cells can use.
  static func pixelSize(columns: Int, rows: Int) -> PixelSize {
    PixelSize(width: columns * 8, height: rows * 16)
  }

  /// Draws a bitmap over the whole region.
  func draw(_ bitmap: Bitmap, in region: Region) {
    region.draw(image(of: bitmap, columns: region.rect.columns, rows: region.rect.rows))
  }

  /// The cells of a bitmap.
  func image(of bitmap: Bitmap, columns: Int, rows: Int) -> CellImage {
    if let shown, shown.image.columns == columns, shown.image.rows == rows,
      shown.bitmap == bitmap
    {
      return shown.image
    }
    let image = CellImage(bitmap: bitmap, columns: columns, rows: rows)
    shown = (bitmap, image)
    return image
  }
}
