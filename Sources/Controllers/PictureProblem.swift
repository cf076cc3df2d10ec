/// Why a picture that came cannot be shown.
package enum PictureProblem: Hashable, Sendable {
  /// The server says itself that it is none; the text is the type that it gave.
  case otherType(String)
  /// The bytes are no still picture of a format that is decoded.
  case unknownKind
  /// It begins like a picture and is then cut off or damaged.
  case damaged
  /// It declares more pixels than are decoded.
  case tooManyPixels
}
