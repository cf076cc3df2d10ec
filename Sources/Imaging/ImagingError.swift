/// Why a picture could not be decoded or encoded.
public enum ImagingError: Error, Sendable, Hashable {
  /// The encoded picture is longer than ``ImageLimits/maxBytes``.
  case tooManyBytes

  /// The picture's header declares more pixels than ``ImageLimits/maxPixels``.
  case tooManyPixels

  /// The bytes are not a still PNG, JPEG or WebP picture: a GIF, an animation, or not a picture at
  /// all.
  case unsupportedFormat

  /// The bytes begin like a picture but are truncated or damaged beyond repair.
  case malformed

  /// The picture has no pixels to encode.
  case empty
}
