/// Why a file cannot be sent.
package enum FileProblem: Hashable, Sendable {
  /// There is no file at the path.
  case missing
  /// It is a folder, a pipe or a device.
  case notRegular
  case empty
  /// It has more bytes than this program sends.
  case tooLarge(limit: Int)
  /// It is no still picture in a format that can be made smaller.
  case irreducible
  /// It is a picture with more pixels than this program takes into memory.
  case tooManyPixels
  /// It is a picture that nothing has decoded, or not in time; another attempt may succeed.
  case undecoded
  /// The system's reason.
  case unreadable(String)
}

/// How far the upload of a file is, in bytes.
package struct UploadProgress: Hashable, Sendable {
  package var sent: Int
  package var total: Int

  package init(sent: Int, total: Int) {
    self.sent = sent
    self.total = total
  }
}
