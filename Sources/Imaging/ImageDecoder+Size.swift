extension ImageDecoder {
  /// The size of a picture as its header declares it, in the upright position.
  ///
  /// Decodes no pixel, so a picture of any size costs little.
  public static func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    guard let format = ImageFormat(signatureOf: bytes) else { throw .unsupportedFormat }
    let size =
      switch format {
      case .png: try PNGCodec.size(of: bytes)
      case .jpeg: try JPEGCodec.size(of: bytes)
      case .webp: try WebPCodec.size(of: bytes)
      case .gif: try GIFCodec.size(of: bytes)
      }
    guard !size.isEmpty else { throw .malformed }
    return size
  }
}
