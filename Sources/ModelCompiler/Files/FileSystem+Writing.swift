#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileSystem {
  /// The prefix of the names of files that are still being written.
  private static let temporaryPrefix = ".modelc-"
  /// No run takes this long to write a file.
  private static let temporarySeconds = 3600

  /// Whether the file is the partial output of a run that was killed.
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

  /// Replaces a file atomically: readers see either the old or the new content.
  ///
  /// The folder must exist. Nothing is left behind on failure.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    // The name does not contain the process id, because process ids are reused.
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

  /// Writes all bytes, even if the system accepts them in small pieces.
  static func write(_ bytes: [UInt8], to file: Int32, path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Platform.write(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(path) }
      written += count
    }
  }

  /// Removes a file; another run may already have removed it.
  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(path) }
  }

  /// Creates the folder and its missing parents.
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
