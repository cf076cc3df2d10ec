/// Checks untrusted names of files below the output folder.
enum OutputPath {
  static let maximumByteCount = 1024

  /// Whether the name stays below the folder and is valid on every file system.
  static func isSafe(_ path: String) -> Bool {
    guard !path.isEmpty, path.utf8.count <= maximumByteCount else { return false }
    guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      return false
    }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.utf8.count <= 200 && part.utf8.first != UInt8(ascii: ".")
    }
  }
}
