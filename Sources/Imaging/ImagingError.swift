/// Why a picture could not be decoded or encoded.
public enum ImagingError: Error, Sendable, Hashable {
  /// The encoded picture is longer than ``ImageLimits/maxBytes``.
  case tooManyBytes

  /// The picture's header declares more pixels than ``ImageLimits/maxPixels``.
  case tooManyPixels

  /// The bytes are not a PNG, JPEG, WebP or GIF picture, or are of a kind that cannot be encoded.
  case unsupportedFormat

  /// The bytes begin like a picture but are truncated or damaged beyond repair.
  case malformed

  /// Decoding did not begin, or took too long; another attempt may succeed.
  ///
  /// ``ImageDecoder`` itself never fails with this, but what runs it elsewhere may.
  case undecoded

  /// The picture has no pixels to encode.
  case empty
}
