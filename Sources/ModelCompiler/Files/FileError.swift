#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The operating system's error for a file.
struct FileError: Error, Hashable {
  enum Reason: Hashable {
    /// A number of `errno`.
    case system(Int32)
    case notAFile
    case tooLarge(maximum: Int)
  }

  let path: String
  let reason: Reason

  init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The error of the system call that has just failed.
  static func last(_ path: String) -> FileError { FileError(path, .system(errno)) }

  /// A description: `Permission denied`.
  var explanation: String {
    switch reason {
    case .system(ENOENT) where path.unicodeScalars.contains("\u{FFFD}"):
      // Invalid UTF-8 in a name was replaced by this character, so the name no longer matches the
      // file.
      "No such file or directory, or its name is not UTF-8"
    case .system(let number): String(cString: strerror(number))
    case .notAFile: "it is neither a file nor a folder"
    case .tooLarge(let maximum): "it has more than \(maximum) bytes"
    }
  }
}
