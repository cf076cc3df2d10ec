/// Turns encoded pictures of strangers into bitmaps, within bounds.
///
/// Decoding takes up to some hundred milliseconds at the limits: call it off the main thread. It
/// keeps no state; any number of threads may decode at the same time.
public enum ImageDecoder {
  /// Decodes a still PNG, JPEG or WebP picture.
  ///
  /// The format is told by the bytes themselves. The header is read first, and the picture is
  /// refused before memory for its pixels is allocated when it is over the limits. A JPEG whose end
  /// is missing or whose data are slightly damaged is decoded as far as possible, and is turned
  /// upright as its EXIF orientation says. Of an animated PNG the still picture is decoded.
  ///
  /// - Parameters:
  ///   - bytes: The encoded picture.
  ///   - limits: What the picture may cost.
  ///   - size: When given, a larger picture is reduced to fit into it, keeping its proportions;
  ///     a smaller one stays as it is; an empty size gives an empty bitmap. JPEG and WebP pictures
  ///     then never exist in full size, which saves time and memory.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits(), fitting size: PixelSize? = nil
  ) throws(ImagingError) -> Bitmap {
    try decode(bytes, limits: limits, to: size.map { .fitting($0) } ?? .full)
  }

  /// Decodes a picture so that a part of it can be cut out at a size.
  ///
  /// The same as ``decode(_:limits:fitting:)``, but a larger picture is reduced, keeping its
  /// proportions, to the smallest size that is neither narrower nor lower than the given one.
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
      }
    return bitmap.reduced(to: target)
  }
}
