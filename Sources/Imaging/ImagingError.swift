/// Why a picture could not be decoded or encoded.
public enum ImagingError: Error, Sendable, Hashable {
  /// The encoded picture is longer than ``ImageLimits/maxBytes``.
  case tooManyBytes

  /// The picture's header declares more pixels than ``ImageLimits/maxPixels``.
  case tooManyPixels

  /// The bytes are no still PNG, JPEG or WebP picture: a GIF, an animation, or no picture at all.
  case unsupportedFormat

  /// The bytes begin like a picture and are then cut off or damaged beyond repair.
  case malformed

  /// The picture has no pixels, so that there is nothing to encode.
  case empty
}
