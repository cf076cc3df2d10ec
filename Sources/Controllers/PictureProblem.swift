/// Why a downloaded image cannot be shown.
package enum PictureProblem: Hashable, Sendable {
  /// The server declares a type that is not an image; the value is that content type.
  case otherType(String)
  /// The bytes are not a still image in a supported format.
  case unknownKind
  /// The data begin like an image but are truncated or corrupt.
  case damaged
  /// Nothing has decoded it, or not in time; another attempt may succeed.
  case undecoded
  /// The header declares more pixels than the decoder accepts.
  case tooManyPixels
}
