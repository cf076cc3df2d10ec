#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The few file system calls that the compiler needs, with the system's own error codes.
///
/// It avoids Foundation, because a compiler that every build starts must start quickly.
enum FileSystem {
  enum Kind: Hashable {
    case file
    case folder
    /// A symbolic link, if links are not followed.
    case link
    case other
  }

  /// Identifies a file independently of its name.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  static func kind(of path: String, followingLinks: Bool = true) throws(FileError) -> Kind {
    switch try status(of: path, followingLinks: followingLinks).st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  static func identity(of path: String) throws(FileError) -> Identity {
    let status = try status(of: path, followingLinks: true)
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  static func exists(_ path: String) -> Bool {
    (try? status(of: path, followingLinks: false)) != nil
  }

  /// The absolute path without links; nil if there is no such file.
  static func real(_ path: String) -> String? {
    guard !path.utf8.contains(0), let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// The folder that relative paths start from.
  static var workingFolder: String { real(".") ?? "/" }

  /// Like `Path.normalized`, but keeps `..` after a symbolic link, because the link's target has
  /// another parent.
  static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let normalized = Path.normalized(path)
    guard let last = parts.lastIndex(of: ".."), !path.utf8.contains(0) else { return normalized }
    let upwards = parts[...last].joined(separator: "/")
    guard (try? identity(of: upwards)) != (try? identity(of: Path.normalized(upwards))),
      let folder = real(upwards)
    else { return normalized }
    return Path.normalized(
      Path.joined(folder, parts[(last + 1)...].joined(separator: "/")))
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The names in a folder, sorted by their bytes.
  static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw .last(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw .last(folder) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// All bytes of a regular file; devices and pipes are rejected before they can block.
  static func read(_ path: String, maximumByteCount: Int) throws(FileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileError(path, .system(EISDIR))
    default: throw FileError(path, .notAFile)
    }
    return try readToEnd(
      of: file, path: path, expected: Int(status.st_size), maximumByteCount: maximumByteCount)
  }

  /// Reads from an open file up to its end.
  static func readToEnd(
    of file: Int32, path: String, expected: Int = 0, maximumByteCount: Int
  ) throws(FileError) -> [UInt8] {
    guard expected <= maximumByteCount else {
      throw FileError(path, .tooLarge(maximum: maximumByteCount))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var chunk = [UInt8](repeating: 0, count: min(max(expected, 4096) + 1, 1 << 20))
    while true {
      let count = chunk.withUnsafeMutableBytes { Platform.read(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(path) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= maximumByteCount else {
        throw FileError(path, .tooLarge(maximum: maximumByteCount))
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  static func status(of path: String, followingLinks: Bool) throws(FileError) -> stat {
    // The system would cut a name at a zero byte and open another file.
    guard !path.utf8.contains(0) else { throw FileError(path, .system(EINVAL)) }
    var result = stat()
    let code = followingLinks ? stat(path, &result) : lstat(path, &result)
    guard code == 0 else { throw .last(path) }
    return result
  }
}
