import Glibc

/// The files in a server's folder: regular ones that belong to this user and are closed to others.
///
/// None is reached through a link, and none keeps the program waiting, as a pipe would.
package enum PrivateFile {
  /// Opens a file; nil when there is none.
  ///
  /// A file of this user that others may open is closed to them: the folder kept them out so far.
  ///
  /// - Parameter flags: What the file is opened for; a new one is closed to others.
  /// - Throws: Names the file.
  package static func open(_ path: String, _ flags: Int32) throws(HomeserverError) -> Int32? {
    let file = Glibc.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      // A link, a folder, a pipe that nobody reads, a socket.
      case ELOOP, EISDIR, ENXIO: throw .notRegular(path)
      default: throw .system(path)
      }
    }
    do throws(HomeserverError) {
      try check(file, path)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Looks whether what is at a path, if anything, is such a file; returns its size in bytes, nil when
  /// nothing is there.
  static func size(_ path: String) throws(HomeserverError) -> Int? {
    guard let file = try open(path, O_RDONLY) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(path) }
    return Int(status.st_size)
  }

  /// Looks whether what is at a path is a folder of this user's, closed to others and no link.
  static func checkFolder(_ path: String) throws(HomeserverError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .noFolder(path) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .notPrivate(path) }
  }

  private static func check(_ file: Int32, _ path: String) throws(HomeserverError) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path) }
    guard status.st_uid == geteuid() else { throw .notPrivate(path) }
    guard status.st_mode & 0o077 != 0 else { return }
    guard fchmod(file, status.st_mode & 0o700) == 0 else { throw .notPrivate(path) }
  }
}
