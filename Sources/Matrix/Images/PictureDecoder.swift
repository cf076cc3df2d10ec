package import Imaging

/// Decodes pictures that strangers made.
package protocol PictureDecoder: Sendable {
  /// The picture, reduced to fit into a size if one is given.
  ///
  /// Blocks until it is decoded; any thread may call.
  func decode(
    _ bytes: [UInt8], limits: ImageLimits, fitting size: PixelSize?
  ) throws(ImagingError) -> Bitmap
}

/// Decodes in this process, where a picture that breaks a decoder ends the program.
package struct DirectPictureDecoder: PictureDecoder {
  /// Makes a decoder.
  package init() {}

  package func decode(
    _ bytes: [UInt8], limits: ImageLimits, fitting size: PixelSize?
  ) throws(ImagingError) -> Bitmap {
    try ImageDecoder.decode(bytes, limits: limits, fitting: size)
  }
}
