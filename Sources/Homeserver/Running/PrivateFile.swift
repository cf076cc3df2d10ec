import Glibc
import LocalSystem

/// The files in a server's folder: regular files that belong to this user and are closed to others.
enum PrivateFile {
  /// Opens a file; nil when there is none.
  ///
  /// It closes a file of this user that is open to others: the folder has kept them out so far.
  ///
  /// - Throws: An error that names the file.
  static func open(_ path: String, _ flags: Int32) throws(HomeserverError) -> Int32? {
    do throws(PrivateFileSystem.Failure) {
      guard let file = try PrivateFileSystem.open(path, path: path, flags) else { return nil }
      return try PrivateFileSystem.closedToOthers(file, path: path)
    } catch {
      throw HomeserverError(error)
    }
  }

  /// Checks a file and returns its size in bytes; nil when there is none.
  static func size(_ path: String) throws(HomeserverError) -> Int? {
    guard let file = try open(path, O_RDONLY) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(path) }
    return Int(status.st_size)
  }

  /// Checks that a path is a folder of this user, closed to others and not a link.
  static func checkFolder(_ path: String) throws(HomeserverError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .noFolder(path) }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw .notPrivate(path) }
  }
}

extension HomeserverError {
  init(_ failure: PrivateFileSystem.Failure) {
    switch failure.reason {
    case .system(let code): self = .failed(failure.path, code)
    case .otherKind: self = .notRegular(failure.path)
    case .foreignOwner, .openToOthers: self = .notPrivate(failure.path)
    }
  }
}
