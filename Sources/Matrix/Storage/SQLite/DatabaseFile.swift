import GRDB
import Glibc

/// The files of a database in its folder.
///
/// No file of a database that may be open is opened and closed here: with its first closed descriptor
/// a process loses all of SQLite's locks on the file.
struct DatabaseFile {
  /// SQLite keeps them beside the database, with its mode.
  static let companions = ["-wal", "-shm"]

  let directory: AccountDirectory
  let name: String

  /// SQLite opens by path.
  ///
  /// The folder is checked and private, so only its owner can swap the files.
  var path: String { directory.place(of: name) }

  /// The size in bytes; nil when there is no file.
  ///
  /// Refuses a link, another kind, and what is foreign-owned or open to others.
  func size() throws(StorageError) -> Int? { try size(suffix: "") }

  /// The same for one of the companions.
  func size(suffix: String) throws(StorageError) -> Int? {
    let path = path + suffix
    var status = stat()
    guard fstatat(directory.descriptor.number, name + suffix, &status, AT_SYMLINK_NOFOLLOW) == 0
    else {
      if errno == ENOENT { return nil }
      throw PrivateFiles.systemError(path)
    }
    let problem: StorageError.Problem? =
      if status.st_mode & S_IFMT != S_IFREG {
        .notRegular
      } else if status.st_uid != geteuid() {
        .foreignOwner
      } else if status.st_mode & 0o077 != 0 {
        .openToOthers
      } else {
        nil
      }
    if let problem {
      // One command closes all files of the folder.
      let place = problem == .openToOthers ? directory.path : path
      throw StorageError(path: place, problem: problem)
    }
    return Int(status.st_size)
  }

  /// Closes the files to other users: for what the server can give again, there is nothing to ask the user.
  func closeToOthers() throws(StorageError) {
    let folder = directory.descriptor.number
    for suffix in [""] + Self.companions {
      do throws(StorageError) {
        _ = try size(suffix: suffix)
      } catch {
        // The folder is private, so nobody has put a link in its place since.
        guard case .openToOthers = error.problem, fchmodat(folder, name + suffix, 0o600, 0) == 0
        else { throw error }
      }
    }
  }

  /// Makes an empty private file in place of what an interrupted run left.
  ///
  /// SQLite itself would let other users read it.
  func makeEmpty() throws(StorageError) {
    try remove()
    guard mknodat(directory.descriptor.number, name, S_IFREG | 0o600, 0) == 0 else {
      throw PrivateFiles.systemError(path)
    }
  }

  /// Takes the name and place of another database's file, on the disk too.
  func move(to other: DatabaseFile) throws(StorageError) {
    let folder = directory.descriptor.number
    try synchronize()
    try other.removeCompanions()
    guard renameat(folder, name, folder, other.name) == 0 else {
      throw PrivateFiles.systemError(other.path)
    }
    guard fsync(folder) == 0 else { throw PrivateFiles.systemError(directory.path) }
  }

  /// Copies the database and its log, as they are, to another name.
  ///
  /// Only for files that nobody has open.
  func copy(to other: DatabaseFile) throws(StorageError) {
    for suffix in ["", "-wal"] {
      guard let bytes = try directory.read(name + suffix) else { continue }
      try directory.write(other.name + suffix, bytes)
    }
  }

  /// Removes the file and its companions; absent ones are no error.
  func remove() throws(StorageError) {
    try unlink("")
    try removeCompanions()
  }

  func removeCompanions() throws(StorageError) {
    for suffix in Self.companions + ["-journal"] { try unlink(suffix) }
  }

  private func unlink(_ suffix: String) throws(StorageError) {
    guard unlinkat(directory.descriptor.number, name + suffix, 0) == 0 || errno == ENOENT else {
      throw PrivateFiles.systemError(path + suffix)
    }
  }

  private func synchronize() throws(StorageError) {
    guard
      let file = try PrivateFiles.open(
        name, in: directory.descriptor, path: path, O_RDONLY)
    else { throw PrivateFiles.systemError(path) }
    guard fsync(file.number) == 0 else { throw PrivateFiles.systemError(path) }
  }
}
