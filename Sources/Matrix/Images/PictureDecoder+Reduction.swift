package import Imaging

extension PictureDecoder {
  /// The same picture in the same format, upright, not larger than a size, and without anything else that
  /// its file has.
  package func reduced(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), fitting size: PixelSize
  ) throws(ImagingError) -> [UInt8] {
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unsupportedFormat }
    return try format.encode(decode(bytes, limits: limits, fitting: size))
  }

  /// The square in the middle of a picture, not larger than a number of pixels, in the same format and
  /// without anything else that its file has.
  package func square(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), side most: Int
  ) throws(ImagingError) -> (bitmap: Bitmap, bytes: [UInt8]) {
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unsupportedFormat }
    // The shorter side of pictures up to four times as long as wide is not made smaller.
    let enough = PixelSize(width: 4 * most, height: 4 * most)
    let whole = try decode(bytes, limits: limits, fitting: enough)
    let side = min(most, whole.width, whole.height)
    let bitmap = whole.scaled(toFill: PixelSize(width: side, height: side))
    return (bitmap, try format.encode(bitmap))
  }
}
