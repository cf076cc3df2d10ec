import Glibc
import Models

extension AccountFolders {
  /// Whether another process has the account open.
  ///
  /// Makes no file. The process is asked for by its number first: to look at the lock is to take it
  /// for a moment, in which nobody else could.
  func isOpenElsewhere(_ user: UserID, on server: ServerAddress?) throws(StorageError) -> Bool {
    let path = try folderPath(of: user, on: server) + "/" + AccountDirectory.instanceLock
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    let opened = FileDescriptor(file)
    guard let holder = FileLock.holder(opened, path: path), holder != getpid(),
      kill(holder, 0) == 0
    else { return false }
    guard flock(opened.number, LOCK_SH | LOCK_NB) != 0 else {
      flock(opened.number, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }
}
