/// A picture format that can be decoded.
///
/// The first bytes identify it, never a name or a declared type: the sender controls those.
public enum ImageFormat: Sendable, Hashable {
  /// Portable Network Graphics.
  case png
  /// JPEG, baseline or progressive.
  case jpeg
  /// WebP, lossy or lossless.
  case webp
  /// GIF; it is decoded, but never encoded.
  case gif

  /// The format whose signature the bytes begin with; nil for an unknown signature.
  public init?(signatureOf bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else {
      return nil
    }
  }
}
