package import Imaging

/// A picture for the account's profile, as it will be uploaded.
package struct NewPicture: Equatable, Sendable {
  /// How it looks: a square.
  package var bitmap: Bitmap
  /// The bytes of its file.
  package var bytes: [UInt8]
  /// The media type of the file.
  package var type: String

  package init(bitmap: Bitmap, bytes: [UInt8], type: String) {
    self.bitmap = bitmap
    self.bytes = bytes
    self.type = type
  }
}
