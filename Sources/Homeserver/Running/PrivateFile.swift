import Glibc
import LocalSystem

/// The files in a server's folder: regular ones that belong to this user and are closed to others.
enum PrivateFile {
  /// Opens a file; nil when there is none.
  ///
  /// A file of this user that others may open is closed to them: the folder kept them out so far.
  ///
  /// - Parameter flags: What the file is opened for; a new one is closed to others.
  /// - Throws: Names the file.
  static func open(_ path: String, _ flags: Int32) throws(HomeserverError) -> Int32? {
    do throws(PrivateFileSystem.Failure) {
      guard let file = try PrivateFileSystem.open(path, path: path, flags) else { return nil }
      return try PrivateFileSystem.closedToOthers(file, path: path)
    } catch {
      throw HomeserverError(error)
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
}

extension HomeserverError {
  /// Why a file or folder cannot be used.
  init(_ failure: PrivateFileSystem.Failure) {
    switch failure.reason {
    case .system(let code): self = .failed(failure.path, code)
    case .otherKind: self = .notRegular(failure.path)
    case .foreignOwner, .openToOthers: self = .notPrivate(failure.path)
    }
  }
}
