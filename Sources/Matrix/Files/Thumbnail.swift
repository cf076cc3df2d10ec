import Imaging

/// A small form of a picture, for programs that show it in a list.
///
/// Source: Matrix client-server API, `ImageInfo`; servers make none of encrypted pictures, and other programs
/// none at all.
struct Thumbnail {
  /// Enough for a preview on any screen.
  private static let most = PixelSize(width: 800, height: 600)

  let bytes: [UInt8]
  let mime: String
  let size: PixelSize

  /// Nil for a picture that is small itself, and for a file that is no still picture.
  ///
  /// Decodes the picture, so not on the main thread.
  init?(of original: [UInt8], _ type: FileType, decoder: any PictureDecoder) {
    guard let whole = type.size, whole.width > Self.most.width || whole.height > Self.most.height,
      let bytes = try? decoder.reduced(
        original, limits: FileToSend.pictureLimits, fitting: Self.most),
      bytes.count < original.count, let size = try? ImageDecoder.size(of: bytes)
    else { return nil }
    (self.bytes, self.size, mime) = (bytes, size, type.mime)
  }
}
