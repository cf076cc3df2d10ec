import Glibc
import LocalSystem
import Models

extension AccountFolders {
  /// Whether another process has the account open.
  ///
  /// Makes no file. First checks whether the process named in the lock file lives: probing the lock
  /// takes it for a moment, in which nobody else could.
  func isOpenElsewhere(_ user: UserID, on server: ServerAddress?) throws(StorageError) -> Bool {
    let path = try folderPath(of: user, on: server) + "/" + AccountDirectory.instanceLock
    let file = try? PrivateFileSystem.open(path, path: path, O_RDONLY)
    guard let opened = file.flatMap({ $0 }).map(FileDescriptor.init),
      let holder = FileLock.holder(opened, path: path), holder != getpid(),
      SystemLock.isAlive(holder)
    else { return false }
    return SystemLock.isTaken(opened.number)
  }
}
