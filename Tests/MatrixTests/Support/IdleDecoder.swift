import Imaging

@testable import Matrix

/// A decoder of pictures that nothing makes work.
struct IdleDecoder: PictureDecoder {
  func decode(
    _ bytes: [UInt8], limits: ImageLimits, fitting size: PixelSize?
  ) throws(ImagingError) -> Bitmap { throw .undecoded }

  func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize { throw .undecoded }
}
