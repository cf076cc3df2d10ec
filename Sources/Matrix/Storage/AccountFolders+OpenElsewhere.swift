import Controllers
import Glibc
import LocalSystem

extension AccountFolders {
  /// Whether another process has the account open.
  ///
  /// Makes no file. First checks whether the process named in the lock file lives: probing the lock
  /// takes it for a moment, in which nobody else could.
  func isOpenElsewhere(_ account: AccountID) throws(StorageError) -> Bool {
    holder(of: try folderPath(of: account)) != nil
  }

  /// The process whose screen has the account in use open.
  ///
  /// Nil also when it is an account on this machine: the next screen then offers another one. Makes no
  /// file.
  func holderOfCurrent() -> Int32? {
    guard let path = currentPath, !Self.isOfThisMachine(path) else { return nil }
    return holder(of: path)
  }

  /// The path of the folder in use; nil when there is none.
  var currentPath: String? {
    guard let pointer = Self.opened(pointerPath),
      let bytes = try? PrivateFiles.readAll(pointer, path: pointerPath, limit: FileName.longest)
    else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    return FileName.isName(name) ? root + "/" + name : nil
  }

  /// The other process that has the account of a folder open.
  func holder(of folder: String) -> Int32? {
    let path = folder + "/" + AccountDirectory.instanceLock
    guard let lock = Self.opened(path), let holder = FileLock.holder(lock, path: path),
      holder != getpid(), SystemLock.isAlive(holder), SystemLock.isTaken(lock.number)
    else { return nil }
    return holder
  }

  private static func opened(_ path: String) -> FileDescriptor? {
    let file = try? PrivateFileSystem.open(path, path: path, O_RDONLY)
    return file.flatMap { $0 }.map(FileDescriptor.init)
  }
}

/// The account that the next screen would open.
package enum CurrentAccount {
  /// The process that has it open already; nil when a screen may open it or offer another account.
  ///
  /// - Parameter dataDirectory: The folder that keeps the accounts: an absolute path.
  package static func holder(dataDirectory: String) -> Int32? {
    // The cache has no part in this.
    AccountFolders(dataDirectory: dataDirectory, cacheDirectory: dataDirectory).holderOfCurrent()
  }

  /// In one line, why its files must not be used: they are another user's, or open to others; nil when nothing
  /// is wrong.
  package static func exposure(dataDirectory: String) -> String? {
    AccountFolders(dataDirectory: dataDirectory, cacheDirectory: dataDirectory)
      .exposureOfCurrent?.description
  }
}
