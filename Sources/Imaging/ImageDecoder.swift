/// Decodes untrusted pictures into bitmaps, within limits.
///
/// Decoding takes up to a few hundred milliseconds at the limits: call it off the main thread. The
/// decoder is stateless; any number of threads may decode at the same time.
public enum ImageDecoder {
  /// Decodes a PNG, JPEG, WebP or GIF picture; of an animation only its first frame.
  ///
  /// The bytes themselves identify the format. The decoder reads the header first, and refuses a
  /// picture over the limits before it allocates memory for the pixels. A truncated or slightly
  /// damaged JPEG is decoded as far as possible; a JPEG is rotated upright according to its EXIF
  /// orientation. An animated PNG gives its still picture.
  ///
  /// - Parameters:
  ///   - bytes: The encoded picture.
  ///   - limits: What the picture may cost.
  ///   - size: If given, a larger picture is reduced to fit into it, keeping its aspect ratio. A
  ///     smaller picture stays unchanged; an empty size gives an empty bitmap. JPEG and WebP
  ///     pictures are then never decoded in full size, which saves time and memory.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), fitting size: PixelSize? = nil
  ) throws(ImagingError) -> Bitmap {
    try decode(bytes, limits: limits, to: size.map { .fitting($0) } ?? .full)
  }

  /// Decodes a picture from which a part of the given size will be cropped.
  ///
  /// Works like ``decode(_:limits:fitting:)``, but reduces a larger picture, keeping its aspect
  /// ratio, to the smallest size that is neither narrower nor lower than the given one.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), covering size: PixelSize
  ) throws(ImagingError) -> Bitmap {
    try decode(bytes, limits: limits, to: .covering(size))
  }

  private static func decode(
    _ bytes: [UInt8], limits: ImageLimits, to target: DecodedSize
  ) throws(ImagingError) -> Bitmap {
    guard bytes.count <= limits.maxBytes else { throw .tooManyBytes }
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unsupportedFormat }
    if target.isEmpty { return Bitmap(width: 0, height: 0, pixels: []) }
    let bitmap =
      switch format {
      case .png: try PNGCodec.decode(bytes, limits: limits)
      case .jpeg: try JPEGCodec.decode(bytes, limits: limits, to: target)
      case .webp: try WebPCodec.decode(bytes, limits: limits, to: target)
      case .gif: try GIFCodec.decode(bytes, limits: limits)
      }
    return bitmap.reduced(to: target)
  }
}
