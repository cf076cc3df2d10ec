#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileSystem {
  /// What the names of files begin with that are still being written.
  private static let temporaryPrefix = ".modelc-"
  /// Nobody writes a file for that long.
  private static let temporarySeconds = 3600

  /// Whether the file was begun by a run that was ended before it was complete.
  static func isAbandoned(_ path: String) -> Bool {
    guard Path.name(of: path).utf8.starts(with: temporaryPrefix.utf8),
      let status = try? status(of: path, followingLinks: false), status.st_mode & S_IFMT == S_IFREG
    else { return false }
    #if canImport(Glibc)
      let change = status.st_mtim
    #else
      let change = status.st_mtimespec
    #endif
    return time(nil) - change.tv_sec > temporarySeconds
  }

  /// Puts the bytes in the place of a file at once: whoever reads sees the old file or the new one.
  ///
  /// The folder must exist. Nothing is left behind when it fails.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    // Nothing in the name comes from the process: numbers of processes come again.
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = Path.joined(
      Path.folder(of: path), "\(temporaryPrefix)\(mark)-\(Path.name(of: path))")
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw .last(temporary) }
    do {
      defer { close(file) }
      try write(bytes, to: file, path: path)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = FileError.last(path)
      unlink(temporary)
      throw error
    }
  }

  /// Writes everything, however small the pieces are that the system takes.
  static func write(_ bytes: [UInt8], to file: Int32, path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Platform.write(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(path) }
      written += count
    }
  }

  /// Removes a file; another run may have been first.
  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(path) }
  }

  /// Makes the folder and those around it that are missing.
  static func makeFolder(_ path: String) throws(FileError) {
    var missing: [String] = []
    var current = path
    while !exists(current) {
      missing.append(current)
      let parent = Path.folder(of: current)
      guard parent != current else { break }
      current = parent
    }
    for folder in missing.reversed() where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw .last(folder)
    }
    guard try kind(of: path) == .folder else { throw FileError(path, .system(ENOTDIR)) }
  }
}
