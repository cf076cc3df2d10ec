/// The limits beyond which a picture is refused; both are checked before any pixel is decoded.
public struct ImageLimits: Sendable, Hashable {
  /// The largest number of encoded bytes.
  public let maxBytes: Int

  /// The largest number of pixels (width times height) that the picture's header may declare.
  public let maxPixels: Int

  /// Creates limits; by default 8 MiB of encoded bytes and 40 million pixels.
  public init(maxBytes: Int = 8 << 20, maxPixels: Int = 40_000_000) {
    self.maxBytes = maxBytes
    self.maxPixels = maxPixels
  }

  /// Refuses a declared size beyond the pixel limit, and a size that is not positive.
  func check(width: Int, height: Int) throws(ImagingError) {
    guard width > 0, height > 0 else { throw .malformed }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= maxPixels else { throw .tooManyPixels }
  }
}
