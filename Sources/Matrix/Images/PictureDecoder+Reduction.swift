package import Imaging

extension PictureDecoder {
  /// The same picture in the same format, upright, not larger than a size, and without anything else that
  /// its file has.
  ///
  /// Fails with `.unsupportedFormat` for what may be animated: the copy would be a still.
  package func reduced(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), fitting size: PixelSize
  ) throws(ImagingError) -> [UInt8] {
    let format = try stillFormat(of: bytes)
    return try format.encode(decode(bytes, limits: limits, fitting: size))
  }

  /// The square in the middle of a picture, not larger than a number of pixels, in the same format and
  /// without anything else that its file has; fails as `reduced(_:limits:fitting:)` does.
  package func square(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), side most: Int
  ) throws(ImagingError) -> (bitmap: Bitmap, bytes: [UInt8]) {
    let format = try stillFormat(of: bytes)
    // The shorter side of pictures up to four times as long as wide is not made smaller.
    let enough = PixelSize(width: 4 * most, height: 4 * most)
    let whole = try decode(bytes, limits: limits, fitting: enough)
    let side = min(most, whole.width, whole.height)
    let bitmap = whole.scaled(toFill: PixelSize(width: side, height: side))
    return (bitmap, try format.encode(bitmap))
  }
  private func stillFormat(of bytes: [UInt8]) throws(ImagingError) -> ImageFormat {
    guard let format = ImageFormat(signatureOf: bytes), !format.isAnimation(bytes) else {
      throw .unsupportedFormat
    }
    return format
  }
}
