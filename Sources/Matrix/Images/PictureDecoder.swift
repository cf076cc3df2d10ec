package import Imaging

/// Decodes pictures that strangers made, also those that the user passes on.
package protocol PictureDecoder: Sendable {
  /// The picture, reduced to fit into a size if one is given.
  ///
  /// Blocks until it is decoded; any thread may call.
  func decode(
    _ bytes: [UInt8], limits: ImageLimits, fitting size: PixelSize?
  ) throws(ImagingError) -> Bitmap

  /// The size that the picture's header declares, in the upright position.
  ///
  /// Blocks until it is known; any thread may call.
  func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize
}

/// What decodes the pictures of a session.
package struct PictureDecoders: Sendable {
  /// For what others sent.
  package var received: any PictureDecoder
  /// For the files that the user sends, which may be larger and must not wait for the others.
  package var sent: any PictureDecoder

  /// Makes a pair; by default, both decode in this process.
  package init(
    received: any PictureDecoder = DirectPictureDecoder(),
    sent: any PictureDecoder = DirectPictureDecoder()
  ) {
    (self.received, self.sent) = (received, sent)
  }
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
  package func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    try ImageDecoder.size(of: bytes)
  }
}
